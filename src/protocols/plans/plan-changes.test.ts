import { deepEqual, doesNotMatch, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { maskPlan } from './mask-plan.ts';
import { changeLimits, changesIn, type ResourceChange } from './plan-changes.ts';
import { mask } from './secret-values.ts';

const identity = { mode: 'managed', type: 'db', name: 'main', provider_name: 'registry.terraform.io/a/b' };
const resourceOf = (address: string, change: object, members: object = {}) => ({
  ...identity,
  address,
  ...members,
  change,
});
const planOf = (...changes: readonly object[]) => ({ format_version: '1.2', resource_changes: changes });
const flags = { before_sensitive: {}, after_sensitive: {}, after_unknown: {} };

/** Returns the only change of a plan that updates one resource. */
const onlyChange = (change: object, rest: object = {}): ResourceChange | undefined =>
  changesIn({ ...planOf(resourceOf('db.main', { actions: ['update'], ...flags, ...change })), ...rest }, ['db.main'])
    .changes[0];

const paths = (change: ResourceChange | undefined) => change?.attributes.map(({ path, change: kind }) => [path, kind]);

test('an attribute is added, changed or removed; an unchanged one, or one that is null on both sides, is not listed', () => {
  const before = { same: 1, gone: 'a', size: 1, list: [1, 2], none: null };
  const after = { same: 1, size: 2, list: [1], none: null, made: true, gone: null };

  const change = onlyChange({ before, after, after_unknown: { arn: true, same: false } });

  deepEqual(paths(change), [
    ['arn', 'added'],
    ['gone', 'removed'],
    ['list', 'changed'],
    ['made', 'added'],
    ['size', 'changed'],
  ]);
  deepEqual(
    change?.attributes.filter((each) => each['known-after-apply']).map(({ path }) => path),
    ['arn'],
  );
});

test('numbers that are equal as doubles but written differently count as different', () => {
  const numbers = (n: string) => Object.assign(Object.create(null), { rawJSON: n });

  const change = onlyChange({ before: { n: numbers('9007199254740993') }, after: { n: numbers('9007199254740992') } });

  deepEqual(paths(change), [['n', 'changed']]);
});

test('a value that is flagged on either side is sensitive, with any form of flags, and without flags everything is sensitive', () => {
  const sides = { before: { a: 1, b: [{ c: 1 }], d: 1 }, after: { a: 2, b: [{ c: 2 }], d: 2 } };
  const sensitive = (change: object) =>
    onlyChange({ ...sides, ...change })?.attributes.flatMap((each) => (each.sensitive ? [each.path] : []));

  deepEqual(sensitive({}), []);
  deepEqual(sensitive({ before_sensitive: { a: true } }), ['a']);
  deepEqual(sensitive({ after_sensitive: { b: [{ c: true }] } }), ['b']);
  deepEqual(sensitive({ before_sensitive: false, after_sensitive: true }), ['a', 'b', 'd']);
  deepEqual(sensitive({ before_sensitive: undefined }), ['a', 'b', 'd']);
});

const configured = (expressions: object) => ({
  configuration: { root_module: { resources: [{ ...identity, address: 'db.main', expressions }] } },
});

test('a path continues into a block that occurs once, and never into an attribute, whose keys may be data', () => {
  const sides = {
    before: { rules: [{ tags: { a: '1' }, inner: [{ size: 1 }] }], many: [{ x: 1 }, { x: 2 }], manifest: [{ k: 1 }] },
    after: { rules: [{ tags: { b: '1' }, inner: [{ size: 2 }] }], many: [{ x: 2 }, { x: 2 }], manifest: [{ k: 2 }] },
  };
  const body = {
    rules: [{ tags: { references: ['var.tags'] }, inner: [{ size: { constant_value: 2 } }] }],
    many: [{ x: {} }, { x: {} }],
    manifest: { references: ['var.manifest'] },
  };

  deepEqual(paths(onlyChange(sides, configured(body))), [
    ['manifest', 'changed'],
    ['many', 'changed'],
    ['rules.inner.size', 'changed'],
    ['rules.tags', 'changed'],
  ]);
  deepEqual(paths(onlyChange(sides)), [
    ['manifest', 'changed'],
    ['many', 'changed'],
    ['rules', 'changed'],
  ]);
  deepEqual(paths(onlyChange({ ...sides, before: {} }, configured(body)))?.[2], ['rules', 'added']);
});

test('the blocks of a resource in a module are found in the configuration of the module', () => {
  const address = 'module.a["x.y"].module.b[0].db.main[1]';
  const sides = { before: { block: [{ x: 1 }] }, after: { block: [{ x: 2 }] } };
  const change = resourceOf(
    address,
    { actions: ['update'], ...flags, ...sides },
    { module_address: 'module.a["x.y"].module.b[0]' },
  );
  const resources = [{ ...identity, expressions: { block: [{ x: {} }] } }];
  const calls = { a: { module: { module_calls: { b: { module: { resources } } } } } };

  const { changes } = changesIn({ ...planOf(change), configuration: { root_module: { module_calls: calls } } }, [
    address,
  ]);

  deepEqual(paths(changes[0]), [['block.x', 'changed']]);
  deepEqual([changes[0]?.module, changes[0]?.type, changes[0]?.name], ['module.a["x.y"].module.b[0]', 'db', 'main']);
});

test('an attribute that forces replacement is marked, even if only a part of it does', () => {
  const sides = {
    before: { ami: 'a', disk: [{ size: 1 }], tags: {} },
    after: { ami: 'b', disk: [{ size: 2 }], tags: { a: '1' } },
  };
  const replace_paths = [['ami'], ['disk', 0, 'size'], 'none', []];

  const forcing = (rest: object) =>
    onlyChange({ ...sides, replace_paths }, rest)?.attributes.flatMap((each) =>
      each['forces-replacement'] ? [each.path] : [],
    );

  deepEqual(forcing({}), ['ami', 'disk']);
  deepEqual(forcing(configured({ disk: [{ size: {} }] })), ['ami', 'disk.size']);
});

test('deferred changes, drift and deposed objects are identified, in the order of the addresses', () => {
  const updated = { actions: ['update'], ...flags, before: { a: 1 }, after: { a: 2 } };
  const plan = {
    ...planOf(
      resourceOf('db.main', updated),
      resourceOf('db.main', { ...updated, actions: ['delete'] }, { deposed: '12ab34cd' }),
    ),
    deferred_changes: [{ reason: 'unknown', resource_change: resourceOf('db.main', updated) }],
    resource_drift: [resourceOf('db.main', updated), resourceOf('db.main[1]', updated)],
  };

  const { changes } = changesIn(plan, ['db.main[1]', 'db.main', 'db.other']);

  deepEqual(
    changes.map(({ address, origin, isDeposed, actions }) => [address, origin, isDeposed, ...actions]),
    [
      ['db.main[1]', 'drift', false, 'update'],
      ['db.main', 'plan', false, 'update'],
      ['db.main', 'plan', true, 'delete'],
      ['db.main', 'deferred', false, 'update'],
      ['db.main', 'drift', false, 'update'],
    ],
  );
});

test('parts that do not form the address are not shown, and neither is free text in place of a keyword', () => {
  const parts = [
    { type: 'other' },
    { name: 'secret' },
    { mode: 'data' },
    { type: 7 },
    { module_address: 'module.secret', provider_name: 'a secret', action_reason: 'it is "secret"' },
  ];
  const change = { actions: ['update', 'no such word', 7], ...flags, before: {}, after: { 'two words': 1 } };

  const shown = parts.map(
    (members) => changesIn(planOf(resourceOf('db.main', change, members)), ['db.main']).changes[0],
  );

  deepEqual(
    shown.map((each) => [each?.module, each?.type, each?.name]),
    [...Array.from({ length: 4 }, () => [null, null, null]), [null, 'db', 'main']],
  );
  deepEqual([shown[4]?.provider, shown[4]?.actionReason, shown[4]?.actions], [null, null, ['update']]);
  deepEqual([shown[4]?.attributes, shown[4]?.attributesLeftOut], [[], 1]);
});

test('a plan of any structure gives changes or none', () => {
  const plans = [
    null,
    'text',
    [],
    planOf(),
    { resource_changes: {} },
    {
      resource_changes: [null, 7, { address: 'db.main' }],
      configuration: { root_module: { resources: [null], module_calls: [7] } },
    },
    planOf(
      resourceOf('db.main', {
        before: 'text',
        after: [1],
        after_unknown: 'yes',
        before_sensitive: 'x',
        replace_paths: 7,
      }),
    ),
  ];

  const counts = plans.map((plan) => changesIn(plan, ['db.main']).changes.length);

  deepEqual(counts, [0, 0, 0, 0, 0, 1, 1]);
});

test('values come from the masked plan, and a secret is masked in their keys as well', () => {
  const secret = 'correct-horse';
  const change = {
    actions: ['update'],
    after_unknown: { id: true },
    before: { password: secret, tags: { [secret]: 'x', y: `is ${secret}` }, block: [{ size: 1, key: null }], id: 1 },
    after: { password: 'other-secret', tags: { a: 'plain' }, block: [{ size: 2, key: secret }], port: 9 },
    before_sensitive: { password: true },
    after_sensitive: { password: true, block: [{ key: true }] },
  };
  const plan = { ...planOf(resourceOf('db.main', change)), ...configured({ block: [{ size: {}, key: {} }] }) };

  const { changes, values, valuesLeftOut } = changesIn(plan, ['db.main'], maskPlan(plan, {}));

  const byPath = changes[0]?.attributes.map(({ path }, at) => [path, values?.[0]?.[at]]);
  deepEqual(Object.fromEntries(byPath ?? []), {
    'block.key': [null, mask],
    'block.size': [1, 2],
    id: [1, null],
    password: [mask, mask],
    port: [null, 9],
    tags: [{ [mask]: 'x', y: `is ${mask}` }, { a: 'plain' }],
  });
  equal(valuesLeftOut, 0);
  doesNotMatch(JSON.stringify(values), /horse|other-secret/);
});

test('only attribute names are shown of a resource that is sensitive as a whole', () => {
  const change = {
    actions: ['create'],
    before: null,
    after: { a: 'some-text' },
    before_sensitive: false,
    after_sensitive: true,
  };
  const plan = planOf(resourceOf('db.main', change));

  const { changes, values } = changesIn(plan, ['db.main'], maskPlan(plan, {}));

  deepEqual(paths(changes[0]), [['a', 'added']]);
  deepEqual(values, [[[null, mask]]]);
});

test('resources, attributes, names and values have limits, and the rest is counted', () => {
  const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a_${at}`, at]));
  const created = (after: object) => ({ actions: ['create'], ...flags, before: null, after });
  const addresses = Array.from({ length: changeLimits.resources + 5 }, (_, at) => `db.main[${at}]`);
  const many = planOf(...addresses.map((address) => resourceOf(address, created(wide(100)))));
  const one = (after: object) => {
    const plan = planOf(resourceOf('db.main', created(after)));
    return changesIn(plan, ['db.main'], maskPlan(plan, {}));
  };

  const { changes, leftOut } = changesIn(many, addresses);
  const [attributes, names] = [one(wide(changeLimits.attributes + 3)), one({ [`a${'b'.repeat(100)}`]: 1, ok: 1 })];
  const large = one({ large: 'x'.repeat(changeLimits.valueBytes), small: 'x' });
  const total = one(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a_${at}`, 'x'.repeat(15_000)])));

  deepEqual([changes.length, leftOut], [changeLimits.resources, 5]);
  const bytes = Buffer.byteLength(JSON.stringify(changes.map((each) => each.attributes)));
  equal(bytes <= changeLimits.attributeBytes + 2 * changeLimits.resources, true, String(bytes));
  deepEqual([changes.at(-1)?.attributes.length, changes.at(-1)?.attributesLeftOut], [0, 100]);
  deepEqual(
    [attributes.changes[0]?.attributes.length, attributes.changes[0]?.attributesLeftOut],
    [changeLimits.attributes, 3],
  );
  deepEqual([names.changes[0]?.attributes.length, names.changes[0]?.attributesLeftOut], [1, 1]);
  deepEqual([large.values?.[0], large.valuesLeftOut], [[null, [null, 'x']], 1]);
  deepEqual([total.values?.[0]?.filter((each) => each !== null).length, total.valuesLeftOut], [17, 83]);
});
