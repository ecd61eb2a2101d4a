// Versions by Semantic Versioning 2.0.0: https://semver.org

/** The parts of a version; numbers are unbounded and stay texts. */
export interface Version {
  readonly major: string;
  readonly minor: string;
  readonly patch: string;
  readonly prerelease: readonly string[];
  readonly build: readonly string[];
}

const number = '0|[1-9][0-9]*';
const identifier = `(?:${number}|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)`;
const core = `(?<major>${number})\\.(?<minor>${number})\\.(?<patch>${number})`;
const prerelease = `(?:-(?<prerelease>${identifier}(?:\\.${identifier})*))?`;
const build = '(?:\\+(?<build>[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?';

/** Grammar of a version, without a prefix and without leading zeros. */
const grammar = new RegExp(`^${core}${prerelease}${build}$`);

const split = (text: string | undefined): readonly string[] => text?.split('.') ?? [];

/** Undefined where the text is not a version. */
export const parseVersion = (text: string): Version | undefined => {
  const groups = grammar.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { major = '', minor = '', patch = '' } = groups;
  return { major, minor, patch, prerelease: split(groups.prerelease), build: split(groups.build) };
};

/** A version as a tag may write it, without the `v` of the tag. */
export const withoutTagPrefix = (text: string): string => text.replace(/^v(?=[0-9])/, '');

/** True if a text is a version and not a pre-release. */
export const isRelease = (text: string): boolean => parseVersion(text)?.prerelease.length === 0;

/** A number as text that sorts like the number: its length, then its digits; a letter first for ten digits or more. */
const numberKey = (digits: string): string => {
  const count = String(digits.length);
  const letter = count.length === 1 ? '' : String.fromCharCode(0x61 + count.length - 2);
  return `${letter}${count}${digits}`;
};

/** Numbers sort before words, and a word before its extensions: `!` sorts before every character of a word. */
const identifierKey = (text: string): string => (/^[0-9]+$/.test(text) ? numberKey(text) : `~${text}!`);

/** The end of the key of a release, never of a pre-release. */
export const releaseEnding = '~';

const prereleaseKey = (identifiers: readonly string[]): string =>
  identifiers.length === 0 ? releaseEnding : `-${identifiers.map(identifierKey).join('')}!`;

/**
 * An ASCII text that sorts, byte by byte, in the order of versions; versions that differ only in build metadata have
 * the same. Throws for a text that is not a version.
 */
export const precedenceKey = (text: string): string => {
  const version = parseVersion(text);
  if (version === undefined) throw new Error('not a version');
  const { major, minor, patch } = version;
  return [major, minor, patch].map(numberKey).join('') + prereleaseKey(version.prerelease);
};
