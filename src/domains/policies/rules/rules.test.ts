// Tests the rules of failed policies in the form in which users who may read the evaluation see them.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { columnsOf, rawQuery, rowText } from '../../../../test/support/row-texts.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

const canary = (place: string): string => `canary-${place}-31vk`;

/** Code of a policy in which only some lines evaluate to true. All other parts of the code contain a secret. */
const code = `package buckets

# ${canary('comment')}

# METADATA
# title: No public buckets
# description: Buckets are private.
deny contains message if {
  some each in input.plan.resource_changes
  is_public(each)
  count([x | # ${canary('on-a-line-that-is-true')}
    some x in input.plan.resource_changes
    x.address == "${canary('query')}"
  ]) == 0
  message := sprintf("%s is public", [each.address])
}

deny contains "never" if {
  some each in input.plan.resource_changes
  each.address == "${canary('rule')}"
}

is_public(each) if each.change.after.acl == "${canary('alternative')}"

is_public(each) if each.change.after.acl == "public-read"

is_public(each) := false if {
  each.address == "${canary('body')}"
} else := true if {
  each.address == "${canary('else')}"
}

unused := "${canary('value')}"
`;

const shownText = `8 deny contains message if {
9   some each in input.plan.resource_changes
10   is_public(each)
11   count([x | # ${canary('on-a-line-that-is-true')}
14   ]) == 0
15   message := sprintf("%s is public", [each.address])
16 }
25 is_public(each) if each.change.after.acl == "public-read"`;

const showLines = async ({ client, name }: Home, isShown = true): Promise<void> => {
  const document = documentOf('organizations', { 'evaluation-rule-lines-enabled': isShown });
  assert.equal((await client.patch(`/organizations/${name}`, document)).status, 200);
};

interface Rule {
  readonly attributes: {
    readonly policy: { readonly name: string; readonly revision: number | null };
    readonly title: string;
    readonly description: string;
    readonly 'lines-status': string;
    readonly files: readonly { readonly name: string; readonly lines: readonly { number: number; text: string }[] }[];
    readonly 'lines-left-out': number;
  };
}

/** Evaluates a plan with all policy sets and returns the identifier of the only outcome. */
const outcomeOf = async (world: World, home: Home): Promise<string> => {
  const { outcomes } = await evaluated({ world, by: home, path: `/organizations/${home.name}/evaluations` }, creating);
  return outcomes[0].id;
};

const rulesOf = async (
  { client }: Pick<Home, 'client'>,
  outcome: string,
  parameters = '',
): Promise<readonly Rule[]> => {
  const { status, body } = await client.get(`/policy-set-outcomes/${outcome}/rules${parameters}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

const textOf = ({ attributes: { files } }: Rule): string =>
  files.flatMap(({ lines }) => lines.map(({ number, text }) => `${number} ${text}`)).join('\n');

const statusesOf = (rules: readonly Rule[]): readonly string[] => rules.map((rule) => rule.attributes['lines-status']);

const canariesIn = (value: unknown): readonly string[] => [
  ...new Set(JSON.stringify(value).match(/canary-[a-z-]+-31vk/g) ?? []),
];

onEachEngine(
  'Readers of an evaluation see the rules, and their lines if the organization shows them',
  async (world) => {
    const home = await world.home();
    await showLines(home);
    const failing = await newOpaPolicy(home, 'buckets', { source: code });
    const passing = await newOpaPolicy(home, 'other', {
      source: 'package other\n\ndeny := []\n',
      rule: 'data.other.deny',
    });
    await opaSet(home, 'baseline', [failing, passing], { global: true });
    const reader = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
    const [member, stranger] = [await newMember(world, home), await world.home()];
    const outcome = await outcomeOf(world, home);
    await home.client.put(`/policies/${failing}/upload`, 'package buckets\n\ndeny contains "later"\n');

    const rules = await rulesOf(reader, outcome);
    const refused = [
      await member.client.get(`/policy-set-outcomes/${outcome}/rules`),
      await stranger.client.get(`/policy-set-outcomes/${outcome}/rules`),
      await reader.client.get(`/policies/${failing}`),
    ];
    const answers = [
      await home.client.get(`/policy-set-outcomes/${outcome}`),
      await home.client.get(`/policy-set-outcomes/${outcome}/rules`),
    ];

    assert.deepEqual(
      rules.map(({ attributes: { policy, title, description } }) => [policy.name, policy.revision, title, description]),
      [['buckets', 1, 'No public buckets', 'Buckets are private.']],
    );
    assert.deepEqual([rules.map(textOf), statusesOf(rules)], [[shownText], ['shown']]);
    assert.deepEqual(
      refused.map(({ status }) => status),
      [404, 404, 404],
    );
    assert.deepEqual(canariesIn(answers.map(({ body }) => body)), [canary('on-a-line-that-is-true')]);
    assert.equal(JSON.stringify(answers[0]?.body).includes('true_lines'), false);
  },
);

onEachEngine(
  'Turning the setting off hides all lines immediately, and the database never contained any',
  async (world) => {
    const home = await world.home();
    const policy = await newOpaPolicy(home, 'buckets', { source: code });
    await opaSet(home, 'baseline', [policy], { global: true });

    const before = await outcomeOf(world, home);
    const never = await rulesOf(home, before);
    await showLines(home);
    const outcome = await outcomeOf(world, home);
    const earlier = await rulesOf(home, before);
    const on = await rulesOf(home, outcome);
    await showLines(home, false);
    const off = await rulesOf(home, outcome);
    await showLines(home);
    const again = await rulesOf(home, outcome);
    await home.client.delete(`/policies/${policy}`);
    const gone = await rulesOf(home, outcome);

    assert.deepEqual(
      [never, earlier, on, off, again, gone].map((rules) => [...statusesOf(rules), ...rules.map(textOf)]),
      [
        ['disabled', ''],
        ['not-recorded', ''],
        ['shown', shownText],
        ['disabled', ''],
        ['shown', shownText],
        ['code-gone', ''],
      ],
    );
    assert.deepEqual(canariesIn([never, off, gone]), []);
    assert.deepEqual(canariesIn(await outcomeRows(world)), []);
  },
);

/** Returns the table of stored outcomes as text. */
async function outcomeRows({ context: { database } }: World): Promise<string> {
  const columns = (await columnsOf(database)).get('policy_set_outcomes') ?? [];
  assert.ok(columns.length > 0);
  const sql = `select ${rowText(database.engine, columns)} as row from policy_set_outcomes t`;
  return (await database.rows(rawQuery<{ row: string }>(sql), {})).map(({ row }) => row).join('\n');
}

onEachEngine('Lines of policies of a version are read from its archive, including shared files', async (world) => {
  const home = await world.home();
  await showLines(home);
  const set = await newPolicySet(home, 'listed', { kind: 'opa', global: true });
  const files = {
    'policies.yaml': 'policies:\n  - name: a\n    query: data.a.deny\n  - name: b\n    query: data.b.deny\n',
    'a.rego': 'package a\n\nimport data.lib\n\ndeny contains "a" if lib.creates\n',
    'b.rego': 'package b\n\nimport data.lib\n\ndeny contains "b" if lib.creates\n',
    'lib/lib.rego': `package lib\n\ncreates if {\n\tinput.plan.resource_changes\n}\n\ncreates if input.x == "${canary('library')}"\n`,
  };
  const { sent } = await sendSetVersion(world, home, set, archiveOf(files));
  assert.equal(sent.status, 200, sent.bytes.toString());
  const outcome = await outcomeOf(world, home);

  const rules = await rulesOf(home, outcome);
  const one = await rulesOf(home, outcome, '?filter[policy]=b');
  const page = await rulesOf(home, outcome, '?page[size]=1&page[number]=2');

  assert.deepEqual(
    rules.map(({ attributes: { policy, files: shown } }) => [policy.revision, shown.map(({ name }) => name)]),
    [
      [null, ['a.rego', 'lib/lib.rego']],
      [null, ['b.rego', 'lib/lib.rego']],
    ],
  );
  assert.deepEqual(
    rules.map(textOf)[1],
    ['5 deny contains "b" if lib.creates', '3 creates if {', '4 \tinput.plan.resource_changes', '5 }'].join('\n'),
  );
  assert.deepEqual([one, page], [rules.slice(1), rules.slice(1)]);
  assert.deepEqual(canariesIn(rules), []);
});

onEachEngine('The shown code is limited', async (world) => {
  const home = await world.home();
  await showLines(home);
  const long = `package long\n\ndeny contains ${JSON.stringify('x'.repeat(2_000))}\n`;
  const many = `package many\n\ndeny contains x if {\n${'\tinput.plan\n'.repeat(300)}\tx := 1\n}\n`;
  const large = `package large\n\ndeny contains 1\n${`# ${'x'.repeat(1_022)}\n`.repeat(4_096)}`;
  const policies = [
    await newOpaPolicy(home, 'large', { source: large, rule: 'data.large.deny' }),
    await newOpaPolicy(home, 'long', { source: long, rule: 'data.long.deny' }),
    await newOpaPolicy(home, 'many', { source: many, rule: 'data.many.deny' }),
  ];
  await opaSet(home, 'baseline', policies, { global: true });

  const [one, other, last] = await rulesOf(home, await outcomeOf(world, home));

  assert.equal(one?.attributes['lines-status'], 'left-out');
  assert.equal(other?.attributes.files[0]?.lines[0]?.text.length, 500);
  assert.deepEqual([last?.attributes.files[0]?.lines.length, last?.attributes['lines-left-out']], [200, 103]);
});
