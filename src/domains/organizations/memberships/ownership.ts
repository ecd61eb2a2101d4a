// The organizations of a user, for the rules that delete accounts.
import type { Transaction } from '../../../db/database.ts';
import { forUpdate, withoutIndex } from '../../../db/expressions.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { Ownerships } from '../../../ports.ts';
import { isOwnersTeam } from '../teams/owners.ts';

/** Implements `lockOrganizationsOf` of the ports. */
export async function lockOrganizationsOf(tx: Transaction, user: string): Promise<ReadonlySet<string>> {
  return new Set((await tx.rows(organizationsOfUserForUpdate, { user })).map(({ id }) => id));
}

/** Implements `ownershipsOf` of the ports. */
export async function findOwnerships(tx: Transaction, user: string): Promise<Ownerships> {
  const [organizations, soleOwned] = await Promise.all([
    tx.rows(organizationsOfUser, { user }),
    tx.rows(soleOwnedBy, { user }),
  ]);
  return { organizations: organizations.map(({ id }) => id), soleOwnerOf: soleOwned.map(({ name }) => name) };
}

const organizationIds = (db: Builder, user: string) =>
  db
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('memberships').select('organization_id').where('user_id', '=', user),
    );

const organizationsOfUser = query<{ user: string }>()((db, { user }) => organizationIds(db, user));

/** Locks the organizations of a user. The order of identifiers is the same everywhere, which prevents deadlocks. */
const organizationsOfUserForUpdate = query<{ user: string }>()((db, { user }, engine) =>
  forUpdate(engine, organizationIds(db, user).orderBy('id')),
);

/** The organizations, by name, whose owners are suspended but for this one. */
export const soleOwnedBy = query<{ user: string }>()((db, { user }, engine) =>
  db
    .selectFrom('memberships')
    .innerJoin('team_members', 'team_members.membership_id', 'memberships.id')
    // Not the other way round: an organization may have very many teams.
    .innerJoin('teams', (join) =>
      join.on(({ and, eb, ref }) =>
        and([
          eb(ref('teams.id'), '=', ref('team_members.team_id')),
          eb(withoutIndex(engine, ref('teams.organization_id')), '=', ref('memberships.organization_id')),
        ]),
      ),
    )
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select('organizations.name')
    .where('memberships.user_id', '=', user)
    .where(isOwnersTeam)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('team_members as others')
            .innerJoin('memberships as other', 'other.id', 'others.membership_id')
            .innerJoin('users', 'users.id', 'other.user_id')
            .select('users.id')
            .whereRef('others.team_id', '=', 'teams.id')
            .whereRef('others.membership_id', '!=', 'memberships.id')
            .where('users.is_suspended', '=', 0),
        ),
      ),
    )
    .orderBy('organizations.name'),
);
