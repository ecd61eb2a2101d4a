// Finds a user's organizations for the rules that apply when an account is deleted.
import type { Transaction } from '../../../db/database.ts';
import { forUpdate, spacedList, withoutIndex } from '../../../db/expressions.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { Ownerships } from '../../../ports.ts';
import { isActiveOwner, isOwnersTeam } from '../teams/owners.ts';
import { deleteMembersOfTeams } from '../teams/store.ts';
import { deleteMemberships, firstMembershipsOf } from './store.ts';

/**
 * Locks the user's organizations and returns their identifiers, separated by spaces. Implements the port
 * `lockOrganizationsOf`.
 */
export async function lockOrganizationsOf(tx: Transaction, user: string): Promise<string> {
  return (await tx.first(organizationsOfUserForUpdate, { user }))?.ids ?? '';
}

/**
 * Returns the identifiers of the user's organizations, and the names of those that have no other active owner.
 * Implements the port `ownershipsOf`.
 */
export async function findOwnerships(tx: Transaction, user: string): Promise<Ownerships> {
  const [organizations, soleOwned] = await Promise.all([
    tx.first(organizationsOfUser, { user }),
    tx.rows(soleOwnedBy, { user }),
  ]);
  return { organizations: organizations?.ids ?? '', soleOwnerOf: soleOwned.map(({ name }) => name) };
}

/** Maximum number of memberships that one statement deletes. */
const portion = 1_000;

/**
 * Deletes all memberships of an account that is about to be deleted, in batches. Implements the port
 * `deleteMembershipsOf`. In SQLite, foreign keys with `on delete cascade` would delete the memberships one row at a
 * time on the thread that serves requests. In PostgreSQL the cascade is cheaper, so this function does nothing there.
 */
export async function deleteMembershipsOf(tx: Transaction, user: string): Promise<void> {
  if (tx.engine === 'postgres') return;
  const rows = await tx.rows(firstMembershipsOf, { user, limit: portion });
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await deleteMembersOfTeams(tx, ids);
  await deleteMemberships(tx, ids);
  if (rows.length === portion) await deleteMembershipsOf(tx, user);
}

const organizationIds = (db: Builder, user: string) =>
  db
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('memberships').select('organization_id').where('user_id', '=', user),
    );

const idsOf = (db: Builder, rows: ReturnType<typeof organizationIds>) =>
  db.selectFrom(rows.as('organizations')).select(({ ref }) => spacedList(ref('organizations.id')).as('ids'));

const organizationsOfUser = query<{ user: string }>()((db, { user }) => idsOf(db, organizationIds(db, user)));

/**
 * Locks a user's organizations in the order of their identifiers. All transactions use the same order, which prevents
 * deadlocks.
 */
const organizationsOfUserForUpdate = query<{ user: string }>()((db, { user }, engine) =>
  idsOf(db, forUpdate(engine, organizationIds(db, user).orderBy('id'))),
);

/** Names of the organizations of which the user is the only active owner. */
export const soleOwnedBy = query<{ user: string }>()((db, { user }, engine) =>
  db
    .selectFrom('memberships')
    .innerJoin('team_members', 'team_members.membership_id', 'memberships.id')
    // An organization may have thousands of teams. So the query looks up teams by identifier and does not use the index
    // on `organization_id`.
    .innerJoin('teams', (join) =>
      join.on(({ and, eb, ref }) =>
        and([
          eb(ref('teams.id'), '=', ref('team_members.team_id')),
          eb(withoutIndex(engine, ref('teams.organization_id')), '=', ref('memberships.organization_id')),
        ]),
      ),
    )
    .innerJoin('organizations', 'organizations.id', 'teams.organization_id')
    .select('organizations.name')
    .where('memberships.user_id', '=', user)
    .where('memberships.awaited_address', 'is', null)
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
            .where(() => isActiveOwner('other')),
        ),
      ),
    )
    .orderBy('organizations.name'),
);
