// Tests the code check in the editor, which does not store the code. The tests use no database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointers } from '../../../../test/support/documents.ts';
import { openWorld, type World } from '../../../../test/support/world.ts';

type Attributes = Readonly<Record<string, unknown>>;

const checker = async (world: World) => {
  const { client, name } = await world.home();
  return (attributes: Attributes) =>
    client.post(`/organizations/${name}/policy-code-checks`, { data: { type: 'policy-code-checks', attributes } });
};

/**
 * Examples of invalid code. For each example, a pattern for the message of the first problem, and the line number of
 * that problem.
 */
const broken: Readonly<Record<string, readonly [code: string, text: RegExp, row: number]>> = {
  'no package': ['deny contains 1 if true', /package expected/, 1],
  'no end of a rule': ['package p\n\ndeny contains 1 if {\n', /unexpected eof/, 4],
  'an unknown function': ['package p\n\ndeny contains sprintff("x", [])\n', /sprintff/, 3],
  'a variable without a value': ['package p\n\ndeny contains x if y == 1\n', /var (x|y) is unsafe/, 3],
  'the network': ['package p\n\ndeny contains http.send({"url": "x", "method": "get"})\n', /http\.send/, 3],
  recursion: ['package p\n\ndeny contains 1 if deny\n', /recursive/, 3],
  '100,000 brackets': [`package p\n\ndeny := ${'['.repeat(100_000)}`, /nested deeper/, 3],
};

test('Policy code is checked, formatted and tested without being stored', async (context) => {
  await using world = await openWorld('sqlite');
  const check = await checker(world);

  await context.test('Code that compiles has a formatted text, rules, tests and coverage', async () => {
    const { status, body } = await check({
      kind: 'opa',
      query: 'data.p.deny',
      code: 'package p\ndeny contains "a" if input.a\ndeny contains "b" if {\n  input.b\n}\n',
      tests:
        'package p_test\n\ntest_a if { print("hello"); data.p.deny == {"a"} with input.a as 1 }\n\ntest_b if data.p.deny == {"a"}\n',
    });

    const { tests, formatted, ...attributes } = body.data.attributes;
    assert.equal(status, 200);
    assert.deepEqual(attributes, {
      kind: 'opa',
      query: 'data.p.deny',
      status: 'failed',
      'rego-version': 'v1',
      problems: [],
      packages: ['data.p'],
      rules: ['data.p.deny'],
      coverage: { percent: 50, missed: [{ first: 3, last: 4 }] },
    });
    assert.match(formatted, /^package p\n\ndeny contains "a" if input\.a\n/);
    assert.deepEqual(
      tests.map(({ name, status: outcome, output }: Record<string, string>) => [name, outcome, output]),
      [
        ['data.p_test.test_a', 'passed', ['hello']],
        ['data.p_test.test_b', 'failed', []],
      ],
    );
  });

  await context.test('Code that does not compile gives 200 and the position of each problem', async () => {
    for (const [name, [code, text, row]] of Object.entries(broken)) {
      const { status, body } = await check({ kind: 'opa', query: 'data.p.deny', code });

      const [problem] = body.data.attributes.problems;
      assert.deepEqual(
        [status, body.data.attributes.status, problem.severity, problem.row],
        [200, 'failed', 'error', row],
        name,
      );
      assert.match(problem.message, text, name);
      assert.ok(problem.column > 0 || problem.code === 'too_deep', name);
    }
  });

  await context.test('A query must match a rule, and the old syntax gives a warning', async () => {
    const misspelt = await check({ kind: 'opa', query: 'data.p.denny', code: 'package p\n\ndeny := []\n' });
    const old = await check({ kind: 'opa', query: 'data.p.deny', code: 'package p\n\ndeny[m] { m := input.x }\n' });

    assert.equal(misspelt.body.data.attributes.problems[0].hint, 'Did you mean data.p.deny?');
    assert.deepEqual(
      [
        old.body.data.attributes['rego-version'],
        old.body.data.attributes.status,
        old.body.data.attributes.problems[0].severity,
      ],
      ['v0', 'passed', 'warning'],
    );
  });

  await context.test(
    'References to input that no plan contains give warnings, and code without a query can pass',
    async () => {
      const { body } = await check({
        kind: 'opa',
        code: 'package p\n\ndeny contains c.adress if {\n  some c in input.plan.resource_changes\n  input.run.wrokspace.name == "x"\n}\n',
      });

      const { status, problems } = body.data.attributes;
      assert.equal(status, 'passed');
      assert.deepEqual(
        problems.map((each: Record<string, unknown>) => [each.code, each.severity, each.row, each.column, each.hint]),
        [
          ['no_query', 'warning', null, null, "The policy's rules are data.p.deny."],
          ['no_such_member', 'warning', 3, 17, 'Did you mean address?'],
          ['no_such_member', 'warning', 5, 13, 'Did you mean workspace?'],
        ],
      );
      assert.match(problems[1].message, /adress/);
    },
  );

  await context.test('Code of the native framework is unreachable', async () => {
    const { status, body } = await check({ code: 'main = rule { true }' });

    assert.equal(status, 200);
    assert.deepEqual([body.data.attributes.status, body.data.attributes.problems], ['unreachable', []]);
  });

  await context.test('A document without code or with wrong types is rejected', async () => {
    const refused = await check({ kind: 'other', query: 1, tests: [] });

    assert.equal(refused.status, 422);
    assert.deepEqual(pointers(refused).toSorted(), [
      '/data/attributes/code',
      '/data/attributes/kind',
      '/data/attributes/query',
      '/data/attributes/tests',
    ]);
  });

  await context.test('Many concurrent checks of one organization do not fill the shared queue', async () => {
    const other = await checker(world);
    const code = 'package p\n\ndeny := []\n';

    const statuses = await Promise.all([
      ...Array.from({ length: 12 }, () => check({ kind: 'opa', query: 'data.p.deny', code })),
      other({ kind: 'opa', query: 'data.p.deny', code }),
    ]).then((answers) => answers.map(({ status }) => status));

    assert.equal(statuses.at(-1), 200);
    assert.deepEqual([...new Set(statuses)].toSorted(), [200, 429]);
  });
});
