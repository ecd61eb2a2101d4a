// Versions as Semantic Versioning 2.0.0 has them: https://semver.org

/** A version's parts, as they are written; the numbers have no largest one, so they stay texts. */
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

/** Whether a text is a version: nothing before the first number, no number with a zero in front. */
const grammar = new RegExp(`^${core}${prerelease}${build}$`);

const split = (text: string | undefined): readonly string[] => text?.split('.') ?? [];

/** Undefined where the text is no version. */
export const parseVersion = (text: string): Version | undefined => {
  const groups = grammar.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { major = '', minor = '', patch = '' } = groups;
  return { major, minor, patch, prerelease: split(groups.prerelease), build: split(groups.build) };
};

/** Whether a text is a version, and not one that comes before a release. */
export const isRelease = (text: string): boolean => parseVersion(text)?.prerelease.length === 0;

/** A number whose text grows with it: its digits after how many they are, and what has ten or more after a letter. */
const numberKey = (digits: string): string => {
  const count = String(digits.length);
  const letter = count.length === 1 ? '' : String.fromCharCode(0x61 + count.length - 2);
  return `${letter}${count}${digits}`;
};

/** Numbers below words, and a word below those that it begins: `!` comes before all that a word is made of. */
const identifierKey = (text: string): string => (/^[0-9]+$/.test(text) ? numberKey(text) : `~${text}!`);

/** What the key of a release ends with, and the key of no pre-release. */
export const releaseEnding = '~';

const prereleaseKey = (identifiers: readonly string[]): string =>
  identifiers.length === 0 ? releaseEnding : `-${identifiers.map(identifierKey).join('')}!`;

/**
 * A text of ASCII whose order, byte by byte, is the order of versions; versions that differ in nothing but build
 * metadata have the same. Throws for what is no version.
 */
export const precedenceKey = (text: string): string => {
  const version = parseVersion(text);
  if (version === undefined) throw new Error('not a version');
  const { major, minor, patch } = version;
  return [major, minor, patch].map(numberKey).join('') + prereleaseKey(version.prerelease);
};

/** Less than zero where the first version comes first, zero where only build metadata differs. */
export const compareVersions = (one: string, other: string): number => {
  const [first, second] = [precedenceKey(one), precedenceKey(other)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
};
