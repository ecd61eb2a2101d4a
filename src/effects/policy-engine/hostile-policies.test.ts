// Tests of policies that try to use up time or memory, with both builds of the engine. The native program is sandboxed
// as in a service.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { buildNames, type EngineBuild, engineBuild } from '../../../test/support/engine-builds.ts';
import { longTimeouts } from '../../../test/support/engine-timeouts.ts';
import type { Verdict } from './answers.ts';
import type { PolicySource } from './policy-code.ts';
import { newPolicyEngine, type PolicyEngine } from './policy-engine.ts';

const policy = (rules: string): PolicySource => ({
  query: 'data.p.deny',
  code: { modules: { 'p.rego': `package p\n\n${rules}\n` } },
  form: 'raw',
});

const verdictOf = async (engine: PolicyEngine, rules: string): Promise<Verdict> => {
  const { verdicts } = await engine.evaluate({ plan: Buffer.from('{"x": 1}') }, [policy(rules)]);
  const [verdict] = verdicts;
  ok(verdict !== undefined);
  return verdict;
};

/** Rules that each double the previous text. The last text has 33,554,432 characters. */
const doublings = Array.from({ length: 25 }, (_none, at) => `  d${at + 1} := concat("", [d${at}, d${at}])`).join('\n');

/** Policies that try to use up time or memory, and the problem codes that their evaluation may end with. */
const attacks: Readonly<Record<string, readonly [rules: string, codes: RegExp]>> = {
  'a huge range': ['deny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }', /^(timeout|memory)$/],
  'triple products': [
    'xs := numbers.range(1, 3000)\n\ndeny contains a if { some a in xs; some b in xs; some c in xs; a + b + c < 0 }',
    /^timeout$/,
  ],
  'every path of a graph': [
    'edges := {i: numbers.range(1, 50) | some i in numbers.range(1, 50)}\n\ndeny := graph.reachable_paths(edges, {1})',
    /^(timeout|memory)$/,
  ],
  'a text of a gigabyte': [
    `deny contains count(d) if {\n${[...'abcd'].map((name, index) => `  ${name} := concat("", [${index === 0 ? '"x"' : 'abcd'[index - 1]} | some i in numbers.range(1, 1000)])`).join('\n')}\n}`,
    /^(timeout|memory)$/,
  ],
  'a number of 4,000,000,000 bits': ['deny contains x if { x := bits.lsh(1, 4000000000) }', /^(timeout|memory)$/],
  'a number of 33,000,000 digits': [
    `deny contains x if {\n  d0 := "1"\n${doublings}\n  x := to_number(d25) * to_number(d25)\n}`,
    /^(timeout|memory)$/,
  ],
  'templates in templates': [
    'deny := [strings.render_template("{{range .a}}{{range $.a}}{{range $.a}}xxxxxxxxxx{{end}}{{end}}{{end}}", {"a": numbers.range(1, 2000)})]',
    /^(timeout|memory)$/,
  ],
  '100,000 brackets': [`deny := ${'['.repeat(100_000)}${']'.repeat(100_000)}`, /^too_deep$/],
  '20,000 terms': [`deny contains x if { x := 1${' + 1'.repeat(20_000)} }`, /^(stack|timeout|memory)$/],
  recursion: ['f(x) := g(x)\n\ng(x) := f(x)\n\ndeny contains f(1)', /^rego_recursion_error$/],
  'a schema in a file': ['deny := json.match_schema({}, {"$ref": "file:///etc/passwd"})', /^eval_builtin_error$/],
  'a schema elsewhere': [
    'deny := json.match_schema({}, {"$ref": "http://127.0.0.1:1/a.json"})',
    /^eval_builtin_error$/,
  ],
  'endless prints': [
    'deny contains 1 if { some i in numbers.range(1, 100000000); print(i); false }',
    /^(timeout|memory)$/,
  ],
};

/** Declares the same test for each build of the engine. */
const onEachBuild = (sentence: string, play: (settings: EngineBuild['settings']) => Promise<void>): void => {
  for (const name of buildNames) {
    test(`${sentence} (${name})`, async (context) => {
      const { settings, skip } = await engineBuild(name);
      if (skip !== false) return context.skip(skip);
      await play(settings);
    });
  }
};

for (const build of buildNames) {
  test(`policies that try to use up time or memory are stopped and errored, and the next one is evaluated (${build})`, async (context) => {
    const { settings, skip } = await engineBuild(build);
    if (skip !== false) return context.skip(skip);
    await using attacked = newPolicyEngine({ ...settings, memory: 128, timeouts: { soft: 200, hard: 1_000 } });
    for (const [name, [rules, codes]] of Object.entries(attacks)) {
      await context.test(name, async () => {
        const verdict = await verdictOf(attacked, rules);

        equal(verdict.status, 'errored');
        match(verdict.problems[0]?.code ?? '', codes);
      });
    }

    equal((await verdictOf(attacked, 'deny contains "x" if input.x')).status, 'failed');
  });
}

onEachBuild(
  'a plan with a number of 25,000,000 digits ends in time, and the next one is evaluated',
  async (settings) => {
    await using attacked = newPolicyEngine({ ...settings, memory: 128, timeouts: { soft: 200, hard: 2_500 } });
    const digits = { plan: Buffer.from(`{"n": ${'1'.repeat(25_000_000)}}`) };

    const { input, verdicts } = await attacked.evaluate(digits, [policy('deny contains x if x := input.n * input.n')]);

    const problems = [...input.problems, ...verdicts.flatMap((verdict) => verdict.problems)];
    match(problems[0]?.code ?? '', /^(timeout|memory|input_not_json)$/);
    ok(verdicts.every(({ status }) => status === 'errored'));
    equal((await verdictOf(attacked, 'deny contains "x" if input.x')).status, 'failed');
  },
);

onEachBuild(
  'evaluations that shared a process with a policy that ended it are repeated in a new process',
  async (settings) => {
    await using small = newPolicyEngine({ ...settings, memory: 128, timeouts: longTimeouts });
    const kept = { plan: Buffer.from('{"x": "kept"}') };
    const large = policy('deny contains x if { x := bits.lsh(1, 4000000000) }');
    const plain = policy('deny contains input.x');

    const { verdicts } = await small.evaluate(kept, [plain, large, plain]);

    deepEqual(
      verdicts.map(({ status, output }) => [status, output]),
      [
        ['failed', ['kept']],
        ['errored', []],
        ['failed', ['kept']],
      ],
    );
    equal(verdicts[1]?.problems[0]?.message, 'the policy engine needed more than 128 MiB of memory');
    const { starts, ends } = small.figures();
    ok(starts >= 2 && ends.memory >= 1, JSON.stringify({ starts, ends }));
  },
);

/** Returns code that compares two equal objects with `count` members. The evaluator recurses once for each member. */
const wide = (count: number): string =>
  `keys := numbers.range(1, ${count})\n\n${['a', 'b'].map((name) => `${name} := {sprintf("k%d", [i]): {"v": i} | some i in keys}`).join('\n\n')}`;

onEachBuild('documents with many values are compared and merged', async (settings) => {
  await using engine = newPolicyEngine({ ...settings, memory: 512, timeouts: longTimeouts });
  const rules = `${wide(8_000)}\n\nc := object.union(a, {"other": 1})\n\ndeny contains count(c) if {\n  a == b\n  c == object.union(b, {"other": 1})\n}`;

  const verdict = await verdictOf(engine, rules);

  deepEqual([verdict.output, verdict.problems], [[8_001], []]);
});

onEachBuild('a long answer is complete', async (settings) => {
  await using engine = newPolicyEngine({ ...settings, memory: 512, timeouts: longTimeouts });
  const text = 'concat("", [c | some _ in numbers.range(1, 1000); c := "0123456789abcdef"])';

  const { output, count } = await verdictOf(
    engine,
    `deny contains m if { some i in numbers.range(1, 60); m := sprintf("%d %s", [i, ${text}]) }`,
  );

  deepEqual([count, JSON.stringify(output).length > 900_000], [60, true]);
});
