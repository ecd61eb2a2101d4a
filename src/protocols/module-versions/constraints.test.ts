import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestSatisfying, readConstraint, satisfies } from './constraints.ts';
import { precedenceKey } from './semver.ts';

const candidate = (version: string) => ({ version, precedence: precedenceKey(version) });

const versions = ['0.9.9', '1.0.0', '1.0.1', '1.1.0', '1.2.0', '1.10.0', '2.0.0', '2.0.1', '3.0.0'].map(candidate);

/** Returns the versions that match a constraint. */
const within = (text: string): readonly string[] => {
  const constraint = readConstraint(text);
  assert.ok(constraint, text);
  return versions.filter((each) => satisfies(constraint, each)).map(({ version }) => version);
};

test('A constraint matches the versions that Terraform defines', () => {
  const all = versions.map(({ version }) => version);
  const cases: Readonly<Record<string, readonly string[]>> = {
    '': all,
    '1.0.0': ['1.0.0'],
    '= 1.0': ['1.0.0'],
    'v1.2.0': ['1.2.0'],
    '!= 1.0.0, < 2': ['0.9.9', '1.0.1', '1.1.0', '1.2.0', '1.10.0'],
    '> 1.10.0': ['2.0.0', '2.0.1', '3.0.0'],
    '>= 1.10': ['1.10.0', '2.0.0', '2.0.1', '3.0.0'],
    '< 1.0.1': ['0.9.9', '1.0.0'],
    '<= 1.0.1': ['0.9.9', '1.0.0', '1.0.1'],
    '~> 1.0': ['1.0.0', '1.0.1', '1.1.0', '1.2.0', '1.10.0'],
    '~> 1.0.0': ['1.0.0', '1.0.1'],
    '~>1.1': ['1.1.0', '1.2.0', '1.10.0'],
    '~> 2': ['2.0.0', '2.0.1', '3.0.0'],
    '>= 1.0, < 2.0': ['1.0.0', '1.0.1', '1.1.0', '1.2.0', '1.10.0'],
    '>= 1.0, > 1.0, <= 2.0, < 2.0': ['1.0.1', '1.1.0', '1.2.0', '1.10.0'],
    '1.0.0, 1.1.0': [],
    '> 2, < 1': [],
  };

  for (const [text, expected] of Object.entries(cases)) assert.deepEqual(within(text), expected, text);
});

test('A text that is not a constraint is rejected', () => {
  const texts = ['latest', '=> 1.0', '~ 1.0', '1.0.0.0', '1.x', '>= 1.0 < 2.0', '1.0.0,', ',', '>=', '-1', '1.0-beta'];

  assert.deepEqual(
    texts.filter((text) => readConstraint(text) !== undefined),
    [],
  );
  assert.equal(readConstraint(`1.0.0${' '.repeat(1_000)}`), undefined);
});

test('Numbers can be as long as those of a version, such as a build time', () => {
  const built = ['1.0.20240101123456', '1.0.20240101123457', '90071992547409931.0.0'].map(candidate);
  const matching = (text: string) => {
    const constraint = readConstraint(text);
    return constraint && built.filter((each) => satisfies(constraint, each)).map(({ version }) => version);
  };

  assert.deepEqual(matching('1.0.20240101123456'), ['1.0.20240101123456']);
  assert.deepEqual(matching('> 1.0.20240101123456, < 2'), ['1.0.20240101123457']);
  assert.deepEqual(matching('~> 90071992547409931.0'), ['90071992547409931.0.0']);
});

test('A constraint with too many terms is refused before it is parsed', () => {
  assert.notEqual(readConstraint('<1,'.repeat(31).concat('<1')), undefined);
  assert.equal(readConstraint('<1,'.repeat(32).concat('<1')), undefined);
});

test('The newest matching version is the first of the matching versions', () => {
  const sorted = versions.toReversed();
  const texts = ['', '~> 1.0', '< 1.0.0', '< 0.1', '1.2.0', '= 9.9.9', '>= 1.2, != 3.0.0, != 2.0.1', '> 3', '~> 1.10'];

  for (const text of texts) {
    const constraint = readConstraint(text);
    assert.ok(constraint);
    assert.equal(
      newestSatisfying(constraint, sorted)?.version,
      sorted.find((each) => satisfies(constraint, each))?.version,
      text,
    );
  }
});
