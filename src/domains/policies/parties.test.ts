// Tests which callers may post external outcomes. The tests cover every combination of creator and poster in the table
// of docs/guides/evaluated-elsewhere.md, and two credentials of the same user.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Client } from '../../../test/support/client.ts';
import { documentOf } from '../../../test/support/documents.ts';
import { created } from '../../../test/support/evaluations.ts';
import { clientOfOwner, newMember, newTeam } from '../../../test/support/members.ts';
import { signedIn } from '../../../test/support/session.ts';
import { engines, type Home, onEachEngine, openWorld, type World } from '../../../test/support/world.ts';
import { query } from '../../db/query.ts';
import { auditedTransaction } from '../audit/audit.ts';
import { addEvaluation } from './evaluations/evaluations.ts';

const documents = new URL('../../../docs/guides/evaluated-elsewhere.md', import.meta.url);

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/**
 * Reads the table in docs/guides/evaluated-elsewhere.md, which states for each pair of credentials whether both belong
 * to the same party.
 */
const documentedParties = async () => {
  const [, section = ''] = /<!-- parties -->\n(.*?)<!-- \/parties -->/s.exec(await readFile(documents, 'utf8')) ?? [];
  const [[, ...posters] = [], , ...rows] = section.trim().split('\n').map(cellsOf);
  return rows.flatMap(([creator = '', ...cells]) =>
    cells.map((cell, index) => ({ creator, poster: posters[index] ?? '', cell })),
  );
};

const ownersTeam = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('teams').select('id').where('organization_id', '=', organization).where('is_owners', '=', 1),
);

const tokenOfTeam = (world: World, { organization }: Home, id: string): Promise<Client> =>
  clientOfOwner(world, { kind: 'team', id, organizationId: organization.id });

/** Creates a client for each credential in the table. */
const credentials = async (world: World, home: Home): Promise<Readonly<Record<string, Client>>> => {
  const [own, other] = [
    await newTeam(world, home, ['manage-policies']),
    await newTeam(world, home, ['manage-policies']),
  ];
  const owners = await world.context.database.first(ownersTeam, { organization: home.organization.id });
  return {
    'an owner': home.client,
    'a member': (await newMember(world, home, own)).client,
    'somebody else': (await newMember(world, home, other)).client,
    "the member's team": await tokenOfTeam(world, home, own),
    'another team': await tokenOfTeam(world, home, other),
    'the organization': await clientOfOwner(world, { kind: 'organization', id: home.organization.id }),
    'the owners team': await tokenOfTeam(world, home, owners?.id ?? ''),
  };
};

const path = ({ name }: Home): string => `/organizations/${name}/evaluations`;

/** Creates an evaluation in the same way as a run task. */
const ofRunTask = ({ context }: World, { organization }: Home) =>
  auditedTransaction(
    context,
    { identity: { kind: 'system', name: 'test' }, requestId: '', address: '' },
    async (tx) => {
      const creator = { kind: 'system', name: 'run task platform' } as const;
      const target = { organizationId: organization.id, policySetId: null, countsForWorkspace: true };
      const input = { run: {}, tags: [], workspace: null, project: null, source: 'plan' as const, creator };
      return { result: await addEvaluation(tx, context, target, input), audit: [] };
    },
  );

/**
 * Posts an outcome and returns the response status. It is 403 if the poster and the evaluation's creator are the same
 * party; otherwise 422, because the evaluation does not expect an outcome.
 */
const statusFor = async (poster: Client | undefined, id: string): Promise<number | undefined> => {
  const posted = { 'input-digest': '0'.repeat(64), outcomes: [{ 'policy-id': 'pol-1', status: 'passed' }] };
  return (await poster?.post(`/policy-evaluations/${id}/external-outcomes`, documentOf('external-outcomes', posted)))
    ?.status;
};

const parties = await documentedParties();
assert.equal(parties.length, 56);

for (const engine of engines) {
  test(`Credentials belong to the parties that the guide documents (${engine})`, async (suite) => {
    await using world = await openWorld(engine);
    const home = await world.home();
    const clients = await credentials(world, home);
    const ids = new Map<string, string>([['a run task', (await ofRunTask(world, home)).id]]);
    for (const [name, client] of Object.entries(clients)) {
      ids.set(name, (await created({ by: { client }, path: path(home) })).id);
    }

    for (const { creator, poster, cell } of parties) {
      await suite.test(`${creator}, ${poster}: ${cell}`, async () => {
        const status = await statusFor(clients[poster], ids.get(creator) ?? '');
        assert.equal(status, cell === 'one' ? 403 : 422);
      });
    }
  });
}

const join = ({ client }: Home, team: string, username: string) =>
  client.post(`/teams/${team}/relationships/users`, { data: [{ type: 'users', id: username }] });

onEachEngine('The tokens of two teams are one party while a user is a member of both', async (world) => {
  const home = await world.home();
  const [one, other] = [
    await newTeam(world, home, ['manage-policies']),
    await newTeam(world, home, ['manage-policies']),
  ];
  const [first, second] = [await tokenOfTeam(world, home, one), await tokenOfTeam(world, home, other)];
  const { id } = await created({ by: { client: first }, path: path(home) });
  const { user } = await newMember(world, home, one);

  const apart = await statusFor(second, id);
  await join(home, other, user.username);
  const together = await statusFor(second, id);
  await join(home, one, home.owner.user.username);
  const ofOwner = await statusFor(home.client, id);

  assert.deepEqual([apart, together, ofOwner], [422, 403, 403]);
});

onEachEngine("An impersonating administrator is the same party as the administrator's own account", async (world) => {
  const home = await world.home();
  const team = await newTeam(world, home, ['manage-policies']);
  const admin = await signedIn(world, { isAdmin: true });
  const member = await newMember(world, home, team);
  await home.client.post(`/organizations/${home.name}/organization-memberships`, {
    data: {
      type: 'organization-memberships',
      attributes: { email: admin.user.email },
      relationships: { teams: { data: [{ type: 'teams', id: team }] } },
    },
  });
  const own = await created({ by: admin, path: path(home) });

  const started = await admin.browser.post(`/admin/users/${member.user.id}/actions/impersonate`, {
    reason: 'a ticket',
  });
  const asMember = await statusFor(admin.browser, own.id);
  const impersonated = await created({ by: { client: admin.browser }, path: path(home) });
  const byAdmin = await statusFor(admin.client, impersonated.id);
  const byOwner = await statusFor(home.client, impersonated.id);

  assert.deepEqual([started.status, asMember, byAdmin, byOwner], [204, 403, 403, 422]);
});
