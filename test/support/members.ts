// Creates members of an organization in addition to its owner.

import { issueToken, type TokenOwner } from '../../src/domains/accounts/tokens/tokens.ts';
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { newId } from '../../src/kernel/ids.ts';
import { type Permission, withPermissions } from '../../src/kernel/permissions.ts';
import { randomText } from '../../src/lib/text/random-text.ts';
import { type Client, clientOf } from './client.ts';
import { type Home, type Person, system, type World } from './world.ts';

const at = '2024-01-01T00:00:00.000Z';

/** Creates a team with permissions. Returns its id. */
export const newTeam = ({ context }: World, { organization }: Home, permissions: readonly Permission[]) =>
  auditedTransaction(context, system, async (tx) => {
    const id = newId('team');
    const name = `team-${randomText(8)}`;
    await tx.run((db) =>
      db.insertInto('teams').values({
        id,
        organization_id: organization.id,
        name,
        name_key: name.toLowerCase(),
        visibility: 'secret',
        is_owners: 0,
        permissions: withPermissions(0, Object.fromEntries(permissions.map((each) => [each, true]))),
        created_at: at,
      }),
    );
    return { result: id, audit: [] };
  });

/** Creates a user and adds them to the organization. Without `teamId`, the user joins no team. */
export const newMember = async (world: World, { organization }: Home, teamId?: string): Promise<Person> => {
  const person = await world.person();
  return auditedTransaction(world.context, system, async (tx) => {
    const id = newId('ou');
    const membership = { id, organization_id: organization.id, user_id: person.user.id, created_at: at };
    await tx.run((db) => db.insertInto('memberships').values(membership));
    if (teamId !== undefined) {
      await tx.run((db) => db.insertInto('team_members').values({ team_id: teamId, membership_id: id }));
    }
    return { result: person, audit: [] };
  });
};

/** Adds a member of an organization to another team. */
export const joinTeam = ({ context }: World, { user }: Pick<Person, 'user'>, team: string): Promise<number> =>
  auditedTransaction(context, system, async (tx) => {
    const result = await tx.run((db) =>
      db
        .insertInto('team_members')
        .columns(['team_id', 'membership_id'])
        .expression(
          db
            .selectFrom('memberships')
            .innerJoin('teams', 'teams.organization_id', 'memberships.organization_id')
            .select(['teams.id as team_id', 'memberships.id as membership_id'])
            .where('teams.id', '=', team)
            .where('memberships.user_id', '=', user.id),
        ),
    );
    return { result, audit: [] };
  });

/** Removes a member of an organization from a team. */
export const leaveTeam = ({ context }: World, { user }: Pick<Person, 'user'>, team: string): Promise<number> =>
  auditedTransaction(context, system, async (tx) => {
    const result = await tx.run((db) =>
      db
        .deleteFrom('team_members')
        .where('team_id', '=', team)
        .where('membership_id', 'in', (eb) => eb.selectFrom('memberships').select('id').where('user_id', '=', user.id)),
    );
    return { result, audit: [] };
  });

/** Returns a client with a new token that belongs to a team or an organization. */
export const clientOfOwner = ({ context, url }: World, owner: TokenOwner): Promise<Client> =>
  auditedTransaction(context, system, async (tx) => {
    const { text, audit } = await issueToken(tx, context, { actor: system, owner });
    return { result: clientOf(url, text), audit: [audit] };
  });
