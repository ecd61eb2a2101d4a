// The organizations of a user, for the rules that delete accounts.
import type { Transaction } from '../../../db/database.ts';
import { forUpdate } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { Ownership } from '../../../ports.ts';

/** Implements `lockOrganizationsOf` of the ports. */
export async function lockOrganizationsOf(tx: Transaction, user: string): Promise<ReadonlySet<string>> {
  return new Set((await tx.rows(organizationsOfUserForUpdate, { user })).map(({ id }) => id));
}

/** Implements `ownershipsOf` of the ports. */
export async function findOwnerships(tx: Transaction, user: string): Promise<readonly Ownership[]> {
  const rows = await tx.rows(ownershipsOf, { user });
  return rows.map(({ id, name, others, own }) => ({
    organizationId: id,
    name,
    isSoleOwner: others === 0 && own === 1,
  }));
}

/** Locks the organizations of a user. The order of identifiers is the same everywhere, which prevents deadlocks. */
const organizationsOfUserForUpdate = query<{ user: string }>()((db, { user }, engine) =>
  forUpdate(
    engine,
    db
      .selectFrom('organizations')
      .select('id')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('memberships').select('organization_id').where('user_id', '=', user),
      )
      .orderBy('id'),
  ),
);

/** The organizations of a user, by name, with the number of other owners who are not suspended, and whether the user is one. */
const ownershipsOf = query<{ user: string }>()((db, { user }) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .innerJoin('teams', 'teams.organization_id', 'organizations.id')
    .leftJoin('team_members as owners', 'owners.team_id', 'teams.id')
    .leftJoin('memberships as ownerships', 'ownerships.id', 'owners.membership_id')
    .leftJoin('users', 'users.id', 'ownerships.user_id')
    .select(['organizations.id', 'organizations.name'])
    .select(({ fn }) =>
      fn
        .count<number>('owners.membership_id')
        .filterWhereRef('owners.membership_id', '!=', 'memberships.id')
        .filterWhere('users.is_suspended', '=', 0)
        .as('others'),
    )
    .select(({ fn }) =>
      fn.count<number>('owners.membership_id').filterWhereRef('owners.membership_id', '=', 'memberships.id').as('own'),
    )
    .where('memberships.user_id', '=', user)
    .where('teams.is_owners', '=', 1)
    .groupBy(['organizations.id', 'organizations.name'])
    .orderBy('organizations.name'),
);
