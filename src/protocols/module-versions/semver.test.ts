import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare } from 'semver';
import { parseVersion, precedenceKey } from './semver.ts';

const number = fc.oneof(fc.nat({ max: 20 }).map(String), fc.bigInt({ min: 0n, max: 10n ** 120n }).map(String));
const smallNumber = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: Number.MAX_SAFE_INTEGER })).map(String);
const word = fc.stringMatching(/^[0-9]{0,2}[a-zA-Z-][0-9a-zA-Z-]{0,3}$/);

const versionOf = (digits: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .record({
      core: fc.tuple(digits, digits, digits),
      prerelease: fc.array(fc.oneof(digits, word), { maxLength: 4 }),
      build: fc.array(fc.stringMatching(/^[0-9a-zA-Z-]{1,4}$/), { maxLength: 2 }),
    })
    .map(
      ({ core, prerelease, build }) =>
        core.join('.') +
        (prerelease.length === 0 ? '' : `-${prerelease.join('.')}`) +
        (build.length === 0 ? '' : `+${build.join('.')}`),
    );

/** Returns a sort key in which numbers precede words, and both are sorted correctly. */
const rank = (identifier: string): string =>
  /^[0-9]+$/.test(identifier) ? `0${identifier.padStart(130, '0')}` : `1${identifier}`;

/** Compares identifiers one by one, as the SemVer specification describes it. */
const identifiersInOrder = (one: readonly string[], other: readonly string[]): number => {
  const index = one.findIndex((identifier, place) => identifier !== other[place]);
  if (index === -1) return Math.sign(one.length - other.length);
  const [left, right] = [one[index], other[index]];
  if (left === undefined || right === undefined) return 1;
  return rank(left) < rank(right) ? -1 : 1;
};

const inOrder = (one: string, other: string): number => {
  const [left, right] = [parseVersion(one), parseVersion(other)];
  if (left === undefined || right === undefined) throw new Error('not a version');
  const cores = identifiersInOrder([left.major, left.minor, left.patch], [right.major, right.minor, right.patch]);
  if (cores !== 0) return cores;
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    return Math.sign(right.prerelease.length - left.prerelease.length);
  }
  return identifiersInOrder(left.prerelease, right.prerelease);
};

const byBytes = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(precedenceKey(one)), Buffer.from(precedenceKey(other)));

test('a version is split into its parts', () => {
  deepEqual(parseVersion('1.0.12-rc.1.x-y+build.007'), {
    major: '1',
    minor: '0',
    patch: '12',
    prerelease: ['rc', '1', 'x-y'],
    build: ['build', '007'],
  });
});

const noVersions: readonly string[] = [
  '',
  '1',
  '1.2',
  '1.2.3.4',
  'v1.2.3',
  '=1.2.3',
  ' 1.2.3',
  '1.2.3\n',
  '01.2.3',
  '1.02.3',
  '1.2.03',
  '1.2.3-',
  '1.2.3-01',
  '1.2.3-a..b',
  '1.2.3-a.',
  '1.2.3+',
  '1.2.3+a+b',
  '1.2.3+a..b',
  '1.2.3-ä',
  '1.2.3-a_b',
  '-1.2.3',
  '1.2.٣',
];

for (const text of noVersions) {
  test(`${JSON.stringify(text)} is not a version`, () => {
    equal(parseVersion(text), undefined);
    throws(() => precedenceKey(text));
  });
}

test('versions are ordered as in the specification', () => {
  const inTurn = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.9',
    '1.0.10',
    '1.0.100000000000000000000',
    '1.1.0-0',
    '2.0.0--',
    '2.0.0-A',
    '2.0.0-a',
  ];

  deepEqual([...inTurn].reverse().sort(byBytes), inTurn);
});

test('versions that differ only in build metadata have the same key', () => {
  equal(precedenceKey('1.2.3+a'), precedenceKey('1.2.3+b.7'));
  equal(precedenceKey('1.2.3+a'), precedenceKey('1.2.3'));
});

test('keys have the same order as in the package semver', () => {
  const version = versionOf(smallNumber);

  fc.assert(
    fc.property(version, version, (one, other) => equal(byBytes(one, other), compare(one, other))),
    {
      numRuns: 2000,
    },
  );
});

test('keys of arbitrarily large numbers are ordered, too', () => {
  const version = versionOf(number);

  fc.assert(
    fc.property(version, version, (one, other) => equal(byBytes(one, other), inOrder(one, other))),
    {
      numRuns: 2000,
    },
  );
});
