import { deepEqual, doesNotMatch, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { parseExactly } from '../../lib/json/exact-json.ts';
import { maskPlan, UnmaskablePlan } from './mask-plan.ts';
import { mask } from './secret-values.ts';

const plan = (members: object): object => ({ format_version: '1.2', ...members });

const changed = (change: object): object => ({
  address: 'db.main',
  mode: 'managed',
  type: 'db',
  name: 'main',
  change: { actions: ['update'], ...change },
});

const maskedChange = (change: object) => {
  const { plan: result } = maskPlan(plan({ resource_changes: [changed(change)] }), {});
  return JSON.parse(JSON.stringify(result)).resource_changes[0].change;
};

test('flagged values are masked at every depth, and the rest is not changed', () => {
  const flagged = {
    before: { user: 'app', password: 'first-secret', port: 5432, tags: ['a', 'second-secret'], none: null },
    before_sensitive: { password: true, port: true, tags: [false, true], none: true },
    after: [{ key: 'third-secret' }, { key: 'plain' }],
    after_sensitive: [{ key: true }, {}],
  };

  const change = maskedChange(flagged);

  deepEqual(change.before, { user: 'app', password: mask, port: mask, tags: ['a', mask], none: null });
  deepEqual(change.after, [{ key: mask }, { key: 'plain' }]);
  deepEqual(change.before_sensitive, flagged.before_sensitive);
  deepEqual(maskedChange({ before: null, after: { a: 1 }, after_sensitive: true }), {
    actions: ['update'],
    before: null,
    after: mask,
    after_sensitive: true,
  });
});

test('a value with another structure than its flags is masked as a whole', () => {
  const values = [
    [['x'], { 0: true }],
    ['text', { a: true }],
    [{ a: 'x' }, [true]],
    [{ a: 'x' }, 'yes'],
  ];

  const masked = values.map(([after, after_sensitive]) => maskedChange({ before: null, after, after_sensitive }).after);

  deepEqual(masked, [mask, mask, mask, mask]);
  deepEqual(maskedChange({ after: ['x'], after_sensitive: { 0: false } }).after, ['x']);
});

/** Plan with a secret in every location that is marked as sensitive. */
const everywhere = plan({
  variables: {
    token: { value: 'secret-1-variable' },
    region: { value: 'eu-1' },
    other: { value: 'secret-2-undeclared' },
  },
  resource_drift: [changed({ before: { a: 'secret-3-drift' }, before_sensitive: { a: true }, after: null })],
  deferred_changes: [
    {
      reason: 'unknown',
      resource_change: changed({ after: { a: 'secret-4-deferred' }, after_sensitive: { a: true } }),
    },
  ],
  output_changes: { url: { actions: ['create'], before: null, after: 'secret-5-output', after_sensitive: true } },
  action_invocations: [{ address: 'a', config_values: { a: 'secret-6-action' }, config_sensitive: { a: true } }],
  deferred_action_invocations: [
    { action_invocation: { config_values: { a: 'secret-7-deferred-action' }, config_sensitive: { a: true } } },
  ],
  planned_values: {
    outputs: { url: { sensitive: true, value: 'secret-8-planned' }, name: { sensitive: false, value: 'shop' } },
    root_module: {
      resources: [
        {
          ...{ address: 'a', mode: 'managed', type: 'db', name: 'a' },
          ...{ values: { size: 3, a: 'secret-9-root' }, sensitive_values: { a: true } },
        },
      ],
      child_modules: [
        { resources: [{ address: 'b', values: { a: 'secret-10-child' }, sensitive_values: { a: true } }] },
      ],
    },
  },
  prior_state: {
    format_version: '1.0',
    values: { root_module: { resources: [{ values: { a: 'secret-11-state' }, sensitive_values: { a: true } }] } },
  },
  configuration: {
    provider_config: {
      cloud: { expressions: { region: { constant_value: 'eu-1' }, key: { constant_value: 'secret-12-provider' } } },
    },
    root_module: {
      variables: { token: { sensitive: true, default: 'secret-13-default' }, region: {} },
      outputs: { url: { sensitive: true, expression: { constant_value: 'secret-14-expression' } } },
      resources: [
        {
          address: 'a',
          mode: 'managed',
          type: 'db',
          name: 'a',
          expressions: { size: { constant_value: 3 }, a: { constant_value: 'secret-9-root' } },
          provisioners: [{ expressions: { inline: [{ constant_value: 'secret-15-provisioner' }] } }],
        },
      ],
      module_calls: {
        shop: {
          expressions: { key: { constant_value: 'secret-16-argument' }, size: { constant_value: 4 } },
          module: { variables: { key: { sensitive: true, default: 'secret-17-nested' }, size: {} } },
        },
      },
    },
  },
});

test('no value that a plan declares as sensitive is left in any part of it', () => {
  const { plan: masked, masked: count } = maskPlan(everywhere, {});

  const text = JSON.stringify(masked);
  doesNotMatch(text, /secret-\d/);
  equal(count, 17);
  for (const plain of ['"value":"eu-1"', '{"constant_value":"eu-1"}', '"value":"shop"', '{"constant_value":3}']) {
    equal(text.includes(plain), true, plain);
  }
});

/**
 * Masks a plan in which a resource's instances have these values, and returns the resource's expressions in the
 * configuration.
 */
const maskedExpressions = (expressions: object, instances: readonly object[], module?: string) => {
  const resource = { mode: 'managed', type: 'db', name: 'main', expressions };
  const root =
    module === undefined
      ? { resources: [resource] }
      : { module_calls: { [module]: { expressions: {}, module: { resources: [resource] } } } };
  const resource_changes = instances.map((change, at) => ({
    ...changed(change),
    ...(module !== undefined && { module_address: `module.${module}["k${at}"]` }),
  }));
  const { plan: result } = maskPlan(plan({ resource_changes, configuration: { root_module: root } }), {});
  const { root_module: masked } = JSON.parse(JSON.stringify(result)).configuration;
  const [shown] = (module === undefined ? masked : masked.module_calls[module].module).resources;
  return shown.expressions;
};

test('a constant of the configuration is only kept if its planned value exists and is neither null nor flagged', () => {
  const constant = (constant_value: unknown) => ({ constant_value });
  const instance = (after: object | null, after_sensitive: unknown = {}) => ({ before: null, after, after_sensitive });
  const one = {
    user: constant('app'),
    password_wo: constant('s3cret'),
    pin: constant('12'),
    size: { references: ['var.x'] },
  };

  const planned = maskedExpressions(one, [instance({ user: 'app', password_wo: null, pin: '12' }, { pin: true })]);
  const without = maskedExpressions(one, []);
  const deleted = maskedExpressions(one, [instance(null)]);
  const inModule = maskedExpressions(one, [instance({ user: 'app' }), instance({ user: 'app', pin: '12' })], 'shop');
  const flaggedOnce = maskedExpressions({ user: constant('app') }, [
    instance({ user: 'app' }),
    instance({ user: 'app' }, { user: true }),
  ]);

  deepEqual(planned, { user: constant('app'), password_wo: constant(mask), pin: constant(mask), size: one.size });
  const nothing = { user: constant(mask), password_wo: constant(mask), pin: constant(mask), size: one.size };
  deepEqual([without, deleted], [nothing, nothing]);
  deepEqual(inModule, { ...nothing, user: constant('app'), pin: constant('12') });
  deepEqual(flaggedOnce, { user: constant(mask) });
});

test('a constant that is a list keeps its length, unless a planned value is sensitive', () => {
  const rules = { constant_value: ['eu-1a', ['eu-1b', { key: 'x' }], []] };
  const instance = (after: object, after_sensitive: object) => ({ before: null, after, after_sensitive });

  const notPlanned = maskedExpressions({ rules }, []);
  const isNull = maskedExpressions({ rules }, [instance({ rules: null }, {})]);
  const flagged = maskedExpressions({ rules }, [instance({ rules: null }, { rules: true })]);
  const flaggedWithin = maskedExpressions({ rules }, [instance({}, { rules: [false, true] })]);
  const { plan: masked } = maskPlan(
    plan({
      configuration: {
        root_module: {
          module_calls: {
            shop: {
              expressions: { zones: rules, keys: rules, undeclared: rules },
              module: { variables: { zones: {}, keys: { sensitive: true } } },
            },
          },
        },
      },
    }),
    {},
  );

  const shape = { constant_value: [mask, [mask, mask], []] };
  deepEqual([notPlanned, isNull], [{ rules: shape }, { rules: shape }]);
  deepEqual([flagged, flaggedWithin], Array(2).fill({ rules: { constant_value: mask } }));
  const { shop } = JSON.parse(JSON.stringify(masked)).configuration.root_module.module_calls;
  deepEqual(shop.expressions, {
    zones: shape,
    keys: { constant_value: mask },
    undeclared: { constant_value: mask },
  });
});

test('a constant in a block is compared with all planned blocks, in any order', () => {
  const block = (name: string, key: string) => ({ name: { constant_value: name }, key: { constant_value: key } });
  const expressions = { rule: [block('a', 'k1'), block('b', 'k2')], single: { deep: { constant_value: 1 } } };
  const after = {
    rule: [
      { name: 'b', key: 'k2' },
      { name: 'a', key: 'k1' },
    ],
    single: [{ deep: 1 }],
  };

  const shown = maskedExpressions(expressions, [{ after, after_sensitive: { rule: [{}, { key: true }] } }]);

  deepEqual(shown.rule, [block('a', mask), block('b', mask)]);
  deepEqual(shown.single, { deep: { constant_value: mask } });
});

test('a sensitive value is masked wherever it occurs again, and resource identifiers are kept', () => {
  const change = {
    before: null,
    after: {
      password: 'hunter2-hunter2',
      url: 'db://app:hunter2-hunter2@db',
      pin: 123456,
      mode: 'db.main',
      code: 'abc',
    },
    after_sensitive: { password: true, pin: true, mode: true, code: true },
  };
  const others = {
    ...changed({ before: null, after: { copy: 'hunter2-hunter2', pin: 123456, code: 'abc' }, after_sensitive: {} }),
  };
  const run = { message: 'Set hunter2-hunter2', workspace: { name: 'db.main' } };

  const { plan: masked, run: maskedRun } = maskPlan(plan({ resource_changes: [changed(change), others] }), run);

  const [first, second] = JSON.parse(JSON.stringify(masked)).resource_changes;
  equal(first.change.after.url, `db://app:${mask}@db`);
  deepEqual(second.change.after, { copy: mask, pin: mask, code: 'abc' });
  equal(second.address, 'db.main');
  deepEqual(maskedRun, { message: `Set ${mask}`, workspace: { name: mask } });
});

test('of several values with the same beginning, the longest one is masked', () => {
  const after = {
    a: 'shared-beginning',
    b: 'shared-beginning-and-end',
    text: 'x shared-beginning-and-end y shared-beginning',
  };

  const masked = maskedChange({ after, after_sensitive: { a: true, b: true } }).after;

  deepEqual(masked, { a: mask, b: mask, text: `x ${mask} y ${mask}` });
});

test('numbers and member names are not changed', () => {
  const text =
    '{"format_version":"1.2","resource_changes":[],"timestamp":12345678901234567890.10,"complete":1.0,"checks":{"__proto__":{"a":1e400}}}';

  const { plan: masked } = maskPlan(parseExactly(text), {});

  equal(JSON.stringify(masked), text);
});

test('a plan without information about sensitive values is refused, with the location', () => {
  const refused: readonly (readonly [object | string, string])[] = [
    ['text', 'the plan is not a JSON object'],
    [plan({ surprise: {} }), 'the plan has an unknown member, surprise, which might be sensitive'],
    [plan({ resource_changes: {} }), 'resource_changes in the plan is not a list'],
    [
      plan({ resource_changes: [changed({ after: { a: 1 } })] }),
      'resource_changes[0] in the plan has no after_sensitive',
    ],
    [plan({ resource_drift: [changed({ before: {} })] }), 'resource_drift[0] in the plan has no before_sensitive'],
    [plan({ output_changes: { url: { after: 'x' } } }), 'output_changes.url in the plan has no after_sensitive'],
    [
      plan({ planned_values: { root_module: { child_modules: [{ resources: [{ values: {} }] }] } } }),
      'planned_values.child_modules[0].resources[0] in the plan has no sensitive_values',
    ],
    [plan({ prior_state: [] }), 'prior_state in the plan is not an object'],
  ];

  for (const [document, message] of refused) {
    throws(
      () => maskPlan(document, {}),
      (error) => error instanceof UnmaskablePlan && error.message === message,
      message,
    );
  }
});
