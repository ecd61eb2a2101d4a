// Policies and plans that are generated from a seed: the same ones at every run.
import fc from 'fast-check';

/** A policy with an input. */
export interface Generated {
  readonly version: 'v0' | 'v1';
  readonly source: string;
  readonly input: string;
  /** False where its rule is of a kind that is no verdict: a boolean or an object. */
  readonly givesVerdict: boolean;
}

type Rule = Pick<Generated, 'givesVerdict'> & { readonly text: string };

const types = ['aws_s3_bucket', 'aws_instance', 'google_compute_disk', 'terraform_data'] as const;
const texts = ['', 'a', 'prod', 'Prod', 'private', 'x-1', 'größe', '日本', 'a"b\\c', '  spaces '] as const;
const numbers = [0, -1, 1, 2, 3.5, 1e21, 12345678901234, 0.1, -0.25] as const;

const type = fc.constantFrom(...types);
const text = fc.constantFrom(...texts);
const number = fc.constantFrom(...numbers);
const leaf: fc.Arbitrary<unknown> = fc.oneof(text, number, fc.boolean(), fc.constant(null));

const change = fc.record({
  address: fc.tuple(type, fc.nat(30)).map(([name, index]) => `${name}.r${index}`),
  type,
  change: fc.record({
    actions: fc.constantFrom(['create'], ['delete'], ['delete', 'create'], ['no-op'], ['update']),
    before: fc.option(fc.dictionary(fc.constantFrom('size', 'name', 'tags'), leaf, { maxKeys: 3 })),
    after: fc.option(
      fc.record(
        {
          size: fc.oneof(number, text),
          name: text,
          encrypted: fc.oneof(fc.boolean(), fc.constant(null)),
          tags: fc.dictionary(fc.constantFrom('env', 'owner', 'größe'), leaf, { maxKeys: 3 }),
          ports: fc.array(fc.oneof(number, fc.nat(70_000)), { maxLength: 5 }),
        },
        { requiredKeys: [] },
      ),
    ),
  }),
});

const plan = fc
  .record({ changes: fc.array(change, { maxLength: 12 }), run: fc.dictionary(fc.constantFrom('name', 'n'), leaf) })
  .map(({ changes, run }) =>
    JSON.stringify({ plan: { format_version: '1.2', resource_changes: changes }, run: { workspace: run } }),
  );

const comparison = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
const json = leaf.map((value) => JSON.stringify(value));

/** A condition on `r`, a change. */
const condition: fc.Arbitrary<string> = fc.oneof(
  type.map((one) => `r.type == "${one}"`),
  fc.tuple(comparison, json).map(([sign, value]) => `r.change.after.size ${sign} ${value}`),
  fc
    .tuple(comparison, number)
    .map(([sign, value]) => `count(object.get(r.change.after, "ports", [])) ${sign} ${value}`),
  fc.constantFrom(
    'not r.change.after.encrypted',
    'not r.change.after.tags.owner',
    'not private(r)',
    'private(r)',
    'startswith(r.address, "aws_")',
    'regex.match(`^[a-z_0-9.]+$`, r.address)',
    'r.change.after == null',
    'is_string(r.change.after.tags.env)',
    '"delete" in r.change.actions',
    '{"create", "update"} & {a | some a in r.change.actions} != set()',
    'every p in r.change.after.ports { p < 1024 }',
    'max(r.change.after.ports) > 3',
    'sum(r.change.after.ports) % 2 == 0',
    'r.change.before != r.change.after',
    'object.union(r.change.before, r.change.after).name',
    'json.marshal(r.change.after) != "{}"',
    'upper(r.change.after.name) == r.change.after.name',
  ),
);

/** Member of the output of a policy, which the policy objects to; `r` is the change. */
const member = fc.constantFrom(
  'r.address',
  'sprintf("%s: %v", [r.address, r.change.after])',
  'sprintf("%d", [r.change.after.size])',
  '{"address": r.address, "tags": object.get(r.change.after, "tags", {})}',
  '[r.type, count(r.change.actions)]',
  'r.change.after',
  'concat("-", sort(r.change.actions))',
  'round(r.change.after.size * 1.5)',
  'r.change.after.size / 0',
  'json.unmarshal(r.change.after.name)',
  'substring(r.address, 1, 3)',
  'base64.encode(r.change.after.name)',
  'crypto.sha256(r.address)',
  'time.parse_rfc3339_ns("2024-01-02T03:04:05Z") + count(r.change.actions)',
  'walk_of(r)',
);

const helpers = `private(r) if r.change.after.name == "private"

walk_of(r) := {value | walk(r, [_, value]); is_number(value)}
`;

const set = fc
  .tuple(fc.array(condition, { minLength: 1, maxLength: 3 }), member)
  .map(
    ([body, what]) =>
      `deny contains ${what} if {\n  some r in input.plan.resource_changes\n  ${body.join('\n  ')}\n}\n`,
  );

const verdict = (text: string): Rule => ({ text, givesVerdict: true });
const noVerdict = (text: string): Rule => ({ text, givesVerdict: false });

/** The whole rule `deny` of a policy, and of the kinds of rules that are no verdict. */
const rule: fc.Arbitrary<Rule> = fc.oneof(
  { weight: 8, arbitrary: fc.array(set, { minLength: 1, maxLength: 3 }).map((rules) => verdict(rules.join('\n'))) },
  {
    weight: 2,
    arbitrary: condition.map((one) => verdict(`deny := [r.address | some r in input.plan.resource_changes; ${one}]\n`)),
  },
  {
    weight: 1,
    arbitrary: condition.map((one) =>
      noVerdict(`deny := {r.type: r.address | some r in input.plan.resource_changes; ${one}}\n`),
    ),
  },
  {
    weight: 1,
    arbitrary: condition.map((one) => noVerdict(`deny if {\n  some r in input.plan.resource_changes\n  ${one}\n}\n`)),
  },
  {
    weight: 1,
    arbitrary: condition.map((one) =>
      verdict(
        `default deny := []\n\ndeny := [n | some n in numbers.range(1, count(input.plan.resource_changes))] if {\n  some r in input.plan.resource_changes\n  ${one}\n} else := ["else"] if input.run.workspace.n\n`,
      ),
    ),
  },
);

const v1 = rule.map(({ text, givesVerdict }) => ({ givesVerdict, source: `package p\n\n${helpers}\n${text}` }));

const v0 = fc.tuple(type, comparison, number).map(([one, sign, value]) => ({
  givesVerdict: true,
  source: `package p\n\ndeny[msg] {\n  r := input.plan.resource_changes[_]\n  r.type == "${one}"\n  r.change.after.size ${sign} ${value}\n  msg := sprintf("%v is %v", [r.address, r.change.after.size])\n}\n`,
}));

const generated: fc.Arbitrary<Generated> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.tuple(v1, plan).map(([policy, input]) => ({ version: 'v1' as const, ...policy, input })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(v0, plan).map(([policy, input]) => ({ version: 'v0' as const, ...policy, input })),
  },
);

/** As many of them, always the same. */
export const generatedPolicies = (count: number): readonly Generated[] =>
  fc.sample(generated, { seed: 20_260_101, numRuns: count });
