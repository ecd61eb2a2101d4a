import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonsFor } from './applicability.ts';

test('A set applies if it is global, names the workspace or project, or selects a tag, and no exclusion matches', () => {
  const none = {
    id: 'polset-1',
    kind: 'opa',
    is_global: 0,
    is_overridable: 0,
    is_shadow: 0,
    unknown_values: 'notice',
    names_workspace: 0,
    names_project: 0,
    is_excluded: 0,
    has_parameters: 0,
    current_version_id: null,
    input: null,
  } as const;
  const selector = (key: string, value: string | null, isExclude = false) => ({
    'tag-key': key,
    'tag-value': value,
    'is-exclude': isExclude,
  });
  const env = { key: 'env', value: 'prod', source: 'project' } as const;
  const pci = { key: 'pci', value: '', source: 'workspace' } as const;
  const [byEnv, byPci] = [env, pci].map((tag) => ({ reason: 'tag', tag }));
  const all = { tag_selector_matching_logic: 'all' };
  const cases: readonly (readonly [object, readonly unknown[]])[] = [
    [{}, []],
    [{ is_global: 1 }, [{ reason: 'global' }]],
    [{ names_project: 1 }, [{ reason: 'project' }]],
    [{ is_global: 1, names_workspace: 1 }, [{ reason: 'global' }, { reason: 'workspace' }]],
    [{ is_global: 1, names_workspace: 1, is_excluded: 1 }, []],
    [{ selectors: [selector('env', 'prod')] }, [byEnv]],
    [{ selectors: [selector('env', 'dev')] }, []],
    [{ selectors: [selector('env', null), selector('team', 'a')] }, [byEnv]],
    [{ selectors: [selector('env', null), selector('env', 'prod')] }, [byEnv]],
    [{ selectors: [selector('env', null), selector('team', 'a')], ...all }, []],
    [{ selectors: [selector('env', null), selector('pci', '')], ...all }, [byEnv, byPci]],
    [{ selectors: [], ...all }, []],
    [{ is_global: 1, selectors: [selector('pci', null, true)] }, []],
    [{ selectors: [selector('pci', null, true)] }, []],
    [{ selectors: [selector('env', null), selector('pci', 'x', true)] }, [byEnv]],
  ];

  const results = cases.map(([{ selectors = [], ...changes }]: readonly [{ selectors?: object[] }, unknown]) =>
    reasonsFor(
      { ...none, tag_selector_matching_logic: null, tag_selectors: JSON.stringify(selectors), ...changes },
      [env, pci],
      [env, pci],
    ),
  );

  assert.deepEqual(
    results,
    cases.map(([, expected]) => expected),
  );
});
