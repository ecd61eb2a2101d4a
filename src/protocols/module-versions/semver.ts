// Semantic Versioning 2.0.0: https://semver.org

/** Parts of a version. Numbers have no upper limit, so they are kept as text. */
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

/** Parses a version. Returns undefined if the text is not a version. */
export const parseVersion = (text: string): Version | undefined => {
  const groups = grammar.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { major = '', minor = '', patch = '' } = groups;
  return { major, minor, patch, prerelease: split(groups.prerelease), build: split(groups.build) };
};

/** Removes the `v` that a git tag may have before the version. */
export const withoutTagPrefix = (text: string): string => text.replace(/^v(?=[0-9])/, '');

/** Whether a text is a version that is not a pre-release. */
export const isRelease = (text: string): boolean => parseVersion(text)?.prerelease.length === 0;

/**
 * Encodes a number as text that sorts like the number. The text consists of the number of digits and the digits. If
 * there are ten or more digits, a letter precedes the number of digits.
 */
const numberKey = (digits: string): string => {
  const count = String(digits.length);
  const letter = count.length === 1 ? '' : String.fromCharCode(0x61 + count.length - 2);
  return `${letter}${count}${digits}`;
};

/**
 * Encodes an identifier of a pre-release. Numbers sort before words, and a word before longer words that begin with it,
 * because `!` sorts before every character of a word.
 */
const identifierKey = (text: string): string => (/^[0-9]+$/.test(text) ? numberKey(text) : `~${text}!`);

/** End of the sort key of a release. Keys of pre-releases never end with it. */
export const releaseEnding = '~';

const prereleaseKey = (identifiers: readonly string[]): string =>
  identifiers.length === 0 ? releaseEnding : `-${identifiers.map(identifierKey).join('')}!`;

/**
 * Returns ASCII text that sorts byte by byte in the order of versions. Versions that differ only in build metadata have
 * the same key. Throws if the text is not a version.
 */
export const precedenceKey = (text: string): string => {
  const version = parseVersion(text);
  if (version === undefined) throw new Error('not a version');
  const { major, minor, patch } = version;
  return [major, minor, patch].map(numberKey).join('') + prereleaseKey(version.prerelease);
};
