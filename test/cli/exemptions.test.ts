// Commands that ask for exemptions, decide on requests, and end exemptions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';

import { type CommandOptions, tipstaff } from '../support/command.ts';
import { evaluatedIn, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { newMember, newTeam } from '../support/members.ts';
import { grantAccess } from '../support/team-access.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { openWorld, system, type World } from '../support/world.ts';

const code = `package buckets

deny contains message if {
  some each in input.plan.resource_changes
  message := sprintf("%s is public", [each.address])
}

whole contains "the stack has no owner" if count(input.plan.resource_changes) > 2
`;

/** Returns a plan that creates the given number of buckets. */
const planWith = (count: number) =>
  JSON.stringify({
    format_version: '1.2',
    resource_changes: Array.from({ length: count }, (_, index) => ({
      address: `aws_s3_bucket.b${index + 1}`,
      type: 'aws_s3_bucket',
      mode: 'managed',
      change: { actions: ['create'], before: null, after: {} },
    })),
  });

/** An organization with two policies, its owner, and a member of a team that can only read the workspace `shop`. */
async function openScene(world: World) {
  const home = await world.home();
  const policies = [
    await newOpaPolicy(home, 'public', { source: code }),
    await newOpaPolicy(home, 'owned', { source: code, rule: 'data.buckets.whole' }),
  ];
  await opaSet(home, 'baseline', policies, { global: true, overridable: true });
  const workspace = await newWorkspace(home, 'shop');
  const team = await newTeam(world, home, []);
  await grantAccess(world, home, { team, workspace });
  const member = await newMember(world, home, team);
  const commandOf =
    (token: string) =>
    (words: readonly string[], options: CommandOptions = {}) =>
      tipstaff(['exemption', ...words], { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: token }, options);
  return {
    home,
    member,
    byMember: commandOf(member.token),
    byOwner: commandOf(home.owner.token),
    check: (count: number) => evaluatedIn(world, home, workspace, planWith(count)),
  };
}

const requestIn = (text: string): string => /\bpolexreq-\w+/.exec(text)?.[0] ?? '';

test('Somebody asks for an exemption with one command, and after the grant the same plan passes', async () => {
  await using world = await openWorld('sqlite');
  const { home, member, byMember, byOwner, check } = await openScene(world);
  await check(1);

  const asked = await byMember(['request', '--workspace', 'shop', '--reason', 'Moved in June', '--until', '14d']);
  const id = requestIn(asked.stdout);
  const again = await byMember(['request', '--workspace', 'shop', '--reason', 'Moved in July']);
  const open = await byOwner(['list', '--status', 'open']);
  const ownGrant = await byMember(['grant', id]);
  const granted = await byOwner(['grant', id, '--json']);
  const listed = await byMember(['list', '--json']);
  const active = await byOwner(['list', '--workspace', 'shop', '--status', 'active']);
  const after = await check(1);

  assert.deepEqual([asked.code, asked.stderr], [0, '']);
  assert.match(
    asked.stdout,
    /^Requested an exemption from baseline\/public for aws_s3_bucket\.b1, until \S+Z: polexreq-\w+\. The request can be granted until \S+Z\. After the grant, run the check again\.\n$/,
  );
  assert.equal(
    again.stdout,
    `You have already requested an exemption from baseline/public for aws_s3_bucket.b1: ${id}. The earlier request was not changed. To replace it, run "tipstaff exemption revoke ${id}" and ask again.\n`,
  );
  const name = member.user.username;
  assert.match(open.stdout, /^CREATED +KIND +STATUS +POLICY +WORKSPACE +RESOURCE +ENDS +BY +ID\n/);
  assert.match(
    open.stdout,
    new RegExp(`\\n\\S+ +request +open +public +shop +aws_s3_bucket\\.b1 +\\S+Z +${name} +${id}\\n$`),
  );
  assert.equal(ownGrant.code, 2);
  assert.deepEqual([granted.code, granted.json().request.status], [0, 'granted']);
  const { requests } = listed.json();
  assert.deepEqual(
    requests.map((each: Record<string, unknown>) => [each.id, each.status, each.reason]),
    [[id, 'granted', 'Moved in June']],
  );
  assert.match(listed.stderr, /^This token may not read exemptions, so only requests are listed\.\n$/);
  const { exemption } = granted.json();
  assert.match(active.stdout, new RegExp(`exemption +active +public +shop +aws_s3_bucket\\.b1 .* ${exemption}\\n$`));
  const shown = await home.client.get(`/policy-exemptions/${exemption}`);
  const { 'expires-at': end, owner } = shown.body.data.attributes;
  assert.deepEqual([owner, end], [name, requests[0]['expires-at']]);
  assert.equal(after.attributes.status, 'passed');
});

test('Without a terminal, several findings are listed with the command to type', async () => {
  await using world = await openWorld('sqlite');
  const { byMember, byOwner, check } = await openScene(world);
  const { id } = await check(25);
  const reason = ['--reason', 'Moved'];

  const choices = await byMember(['request', '--workspace', 'shop', ...reason]);
  const json = await byMember(['request', '--evaluation', id, '--policy', 'baseline/public', '--json']);
  const byNumber = await byMember(['request', '--evaluation', id, '--finding', '2', ...reason]);
  const whole = await byMember(['request', '--evaluation', id, '--policy', 'owned', ...reason]);
  const all = await byMember(['request', '--evaluation', id, '--policy', 'owned', '--all', ...reason]);
  const refused = [
    await byMember(['request', '--evaluation', id, '--finding', '27', ...reason]),
    await byMember(['request', '--evaluation', id, '--finding', '2']),
    await byMember(['request', '--evaluation', id, '--all', ...reason]),
    await byMember(['request', '--evaluation', id, '--all', '--finding', '1', ...reason]),
    await byMember(['request', '--evaluation', id, '--policy', 'nothing', ...reason]),
    await byMember(['request', ...reason]),
    await byMember(['request', '--workspace', 'shop', '--evaluation', id, ...reason]),
  ];

  assert.deepEqual([choices.code, choices.stderr], [2, '']);
  const lines = choices.stdout.trimEnd().split('\n');
  assert.equal(lines[0], 'Several findings block the plan:');
  assert.equal(lines.length, 23);
  assert.match(lines[1] ?? '', /^1 +baseline\/public +aws_s3_bucket\.b1 is public$/);
  assert.equal(lines.at(-2), 'and 6 more findings: to list the findings of one policy, add --policy <name>');
  assert.equal(
    lines.at(-1),
    `To ask for an exemption, run: tipstaff exemption request --evaluation ${id} --finding <number> --reason <text>`,
  );
  assert.deepEqual(
    [json.code, json.json().findings.length, json.json().findings[1].address],
    [2, 25, 'aws_s3_bucket.b10'],
  );
  assert.match(byNumber.stdout, /^Requested an exemption from baseline\/public for aws_s3_bucket\.b10, until /);
  assert.equal(whole.code, 2);
  assert.equal(
    whole.stderr,
    'The finding "the stack has no owner" does not name exactly one resource, so the exemption would cover all findings of baseline/owned in the workspace. To ask for this, add --all.\n',
  );
  assert.match(
    all.stdout,
    /^Requested an exemption from baseline\/owned for all its findings in the workspace, until /,
  );
  assert.deepEqual(
    refused.map(({ code: status, stderr }) => [status, stderr.trimEnd()]),
    [
      [2, 'There is no finding 27: choose a number from 1 to 26.'],
      [2, 'Say why the exemption is needed: --reason <text>.'],
      [2, 'Several policies block the plan. Add --policy with one of their names: baseline/public, baseline/owned.'],
      [2, '--finding and --all cannot be combined: leave one of them out.'],
      [
        1,
        `The evaluation ${id} is failed, and no finding of the policy nothing blocks its plan. To use another evaluation, add --evaluation; "tipstaff evaluation list --blocked" lists the evaluations of blocked plans.`,
      ],
      [2, 'Add either --workspace <name> or --evaluation <id or link>.'],
      [2, 'Add either --workspace <name> or --evaluation <id or link>.'],
    ],
  );

  const [own, other] = [requestIn(byNumber.stdout), requestIn(all.stdout)];
  const withoutComment = await byOwner(['refuse', other]);
  const no = await byOwner(['refuse', other, '--comment', 'Add an owner']);
  const notOwn = await byOwner(['revoke', own]);
  const withdrawn = await byMember(['revoke', own]);
  const wrong = await byMember(['revoke', 'pol-1']);
  const left = await byMember(['list', '--json']);

  assert.deepEqual([withoutComment.code, no.code, no.stdout], [2, 0, `Refused the request ${other}.\n`]);
  assert.equal(notOwn.code, 2);
  assert.deepEqual([withdrawn.code, withdrawn.stdout], [0, `Withdrew the request ${own}.\n`]);
  assert.equal(wrong.code, 2);
  assert.deepEqual(
    left.json().requests.map((each: Record<string, unknown>) => [each.id, each.status, each.comment]),
    [[other, 'refused', 'Add an owner']],
  );
});

test('At a terminal, the command asks for the finding and the reason', async () => {
  await using world = await openWorld('sqlite');
  const { home, byMember, check } = await openScene(world);
  const { id } = await check(3);
  const request = ['request', '--evaluation', id];
  const answering = (input: string, ...words: readonly string[]) =>
    byMember([...request, ...words], { isTerminal: true, input });

  const chosen = await answering('2\nMoved in June\n');
  const whole = await answering('4\nyes\nNo owner yet\n');
  const declined = await answering('4\nno\n');
  const unknown = await answering('nine\n');
  const ended = await answering('');
  const withoutReason = await answering('1\n\n');
  const forProgram = await answering('1\nx\n', '--json');

  assert.equal(chosen.code, 0, chosen.stderr);
  assert.match(chosen.stdout, /^Requested an exemption from baseline\/public for aws_s3_bucket\.b2, until /);
  assert.match(
    chosen.stderr,
    /^1 +baseline\/public .*\n(?:\d .*\n){3}From which finding do you need an exemption\? Number: You are asking for an exemption from baseline\/public for aws_s3_bucket\.b2\.\nReason: $/,
  );
  const shown = await home.client.get(`/policy-exemption-requests/${requestIn(chosen.stdout)}`);
  assert.equal(shown.body.data.attributes.reason, 'Moved in June');
  assert.match(whole.stdout, /for all its findings in the workspace, until /);
  assert.deepEqual(
    [declined, unknown, ended, withoutReason].map(({ code: status, stderr }) => [
      status,
      stderr
        .trimEnd()
        .split('\n')
        .at(-1)
        ?.split(/[?:)] /)
        .at(-1),
    ]),
    [
      [1, 'No exemption was requested.'],
      [2, 'The answer must be a whole number, 1 or more.'],
      [1, 'nothing was done.'],
      [2, '--reason <text>.'],
    ],
  );
  assert.equal(forProgram.code, 2);
  assert.equal(forProgram.json().findings.length, 4);
});

test('The newest evaluation of the workspace is used, and the command says why there is nothing to ask for', async () => {
  await using world = await openWorld('sqlite');
  const { home, byMember, byOwner, check } = await openScene(world);
  const request = ['request', '--workspace', 'shop', '--reason', 'x'];
  const none = await byMember(request);
  await check(1);
  const passed = await check(0);
  const nothing = await byMember(request);
  const second = { name: `${home.name}-2`, email: 'second@example.com' };
  await createOrganization(world.context, system, second, home.owner.user.id);
  const several = await byOwner(request);

  assert.deepEqual(
    [none, nothing].map(({ code: status, stderr }) => [status, stderr.trimEnd()]),
    [
      [2, 'The workspace shop has no evaluation of a plan: run "tipstaff check" first.'],
      [
        1,
        `The evaluation ${passed.id} is passed, and no finding blocks its plan. To use another evaluation, add --evaluation; "tipstaff evaluation list --blocked" lists the evaluations of blocked plans.`,
      ],
    ],
  );
  assert.deepEqual(
    [several.code, several.stderr],
    [2, 'The token has access to several organizations: name the organization with --organization <name>.\n'],
  );
});
