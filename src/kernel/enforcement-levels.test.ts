import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { allLevels, allowsOverride, isMandatory, levelsOf, listedLevelsOf } from './enforcement-levels.ts';

test('Each kind has its levels, and advisory is the default in a list of policies', () => {
  deepEqual(levelsOf('native'), ['hard-mandatory', 'soft-mandatory', 'advisory']);
  deepEqual(levelsOf('opa'), ['advisory', 'mandatory']);
  deepEqual(listedLevelsOf('native'), ['advisory', 'hard-mandatory', 'soft-mandatory']);
  deepEqual(listedLevelsOf('opa'), ['advisory', 'mandatory']);
});

test('Each level says whether it blocks runs, and who can override it', () => {
  const overrides = [{ is_overridable: 1 }, { is_overridable: 0 }];

  const facts = allLevels.map((level) => [
    level,
    isMandatory(level),
    ...overrides.map((set) => allowsOverride(set, level)),
  ]);

  deepEqual(facts, [
    ['hard-mandatory', true, false, false],
    ['soft-mandatory', true, true, true],
    ['advisory', false, true, true],
    ['mandatory', true, true, false],
  ]);
});

test('An unknown level of a newer service blocks runs and cannot be overridden', () => {
  equal(isMandatory('critical'), true);
  equal(allowsOverride({ is_overridable: 1 }, 'critical'), false);
});
