import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray, withoutIndex } from '../../../db/expressions.ts';
import { among, containing } from '../../../db/filters.ts';
import { type Linking, linkage, wholeLinkage } from '../../../db/linkage.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, total } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { inserter, updater } from '../../../db/writes.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import { type Permission, withPermissions } from '../../../kernel/permissions.ts';
import { folded } from '../../../lib/text/text.ts';
import { hasOrganization } from '../tenants/store.ts';
import { teams } from './entity.ts';
import { isActiveOwner, isOwnersTeam } from './owners.ts';
import { isVisible, type TeamView } from './visibility.ts';

export interface TeamRow extends StoredRow<'teams'> {
  readonly organization_name: string;
  /** Identifiers of the team's members, in the format that `linkedIn` reads. */
  readonly user_ids: string | null;
  readonly membership_ids: string | null;
  readonly place_permissions: number;
}

/**
 * SQL expression that is the bit of a permission if the table has a row of the team in which the column is not null,
 * otherwise 0.
 */
const bitFor = (
  permission: Permission,
  table: 'team_access' | 'policy_override_delegations' | 'policy_set_approvers',
  column: string,
) =>
  sql<number>`(case when exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.team_id`)} = teams.id
    and ${sql.ref(`${table}.${column}`)} is not null) then ${sql.lit(withPermissions(0, { [permission]: true }))} else 0 end)`;

/**
 * SQL expression for the permissions that an actor needs for adding members to a team with access or delegated
 * overrides, or to an approver team, as a bit set. Access to a project also requires `manage-workspaces`, because it
 * includes the project's workspaces. An approver team requires the permissions that are also required to name
 * approvers.
 */
const placePermissions = sql<number>`(${bitFor('manage-workspaces', 'team_access', 'team_id')}
  | ${bitFor('manage-projects', 'team_access', 'project_id')}
  | ${bitFor('manage-policy-overrides', 'policy_override_delegations', 'team_id')}
  | ${bitFor('manage-policies', 'policy_set_approvers', 'team_id')}
  | ${bitFor('manage-policy-overrides', 'policy_set_approvers', 'team_id')})`;

/**
 * SQL expression for all permissions that an actor needs for giving others the rights of a team, for example by adding
 * members. It is a bit set.
 */
export const grantPermissions = sql<number>`(teams.permissions | ${placePermissions})`;

const violations = {
  teams_organization_id_name_key_key: attributeProblem('name', 'taken', 'Name has already been taken'),
};

export const insertTeam = explained(violations, inserter('teams'));
export const updateTeamRow = explained(violations, updater('teams'));

/** Adds memberships to teams. Memberships that are already in the team are ignored. */
export async function insertTeamMembers(
  tx: Transaction,
  teamIds: readonly string[],
  membershipIds: readonly string[],
): Promise<void> {
  const rows = teamIds.flatMap((team_id) => membershipIds.map((membership_id) => ({ team_id, membership_id })));
  if (rows.length > 0) await tx.run((db) => db.insertInto('team_members').values(rows));
}

export function deleteTeamMembers(tx: Transaction, teamId: string, membershipIds: readonly string[]): Promise<number> {
  return tx.run((db) =>
    db.deleteFrom('team_members').where('team_id', '=', teamId).where('membership_id', 'in', membershipIds),
  );
}

/** Removes memberships from all teams. `membershipIds` is a JSON array of identifiers. */
export function deleteMembersOfTeams(tx: Transaction, membershipIds: string): Promise<number> {
  return tx.run((db, engine) =>
    db.deleteFrom('team_members').where(({ ref }) => isInJsonArray(engine, ref('membership_id'), membershipIds)),
  );
}

/** Columns with the identifiers of to-many relationships. */
export const teamLinkage = ['user_ids', 'membership_ids'];

const teamRows = (db: Builder, { linked }: Linking) =>
  db
    .selectFrom('teams')
    .innerJoin('organizations', 'organizations.id', 'teams.organization_id')
    .select(teams.all)
    .select(['organizations.name as organization_name', placePermissions.as('place_permissions')])
    .select(({ selectFrom }) => [
      linkage(
        selectFrom('team_members')
          .innerJoin('memberships', 'memberships.id', 'team_members.membership_id')
          .select('memberships.user_id as id')
          .whereRef('team_members.team_id', '=', 'teams.id')
          .orderBy('team_members.membership_id'),
        linked,
      ).as('user_ids'),
      linkage(
        selectFrom('team_members')
          .select('team_members.membership_id as id')
          .whereRef('team_members.team_id', '=', 'teams.id'),
        linked,
      ).as('membership_ids'),
    ]);

export const teamById = query<{ id: string }>()((db, { id }) =>
  teamRows(db, { linked: wholeLinkage }).where('teams.id', '=', id),
);

/** Organizations to which teams belong. `ids` is a JSON array of team identifiers. */
export const organizationsOfTeams = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('teams')
    .select('organization_id')
    .distinct()
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

interface TeamLookup extends TeamView, Linking {
  readonly organization: string;
  /** JSON array of team identifiers. */
  readonly ids: string;
}

/** Teams of an organization with the given identifiers. Teams that are not visible to the viewer are left out. */
export const visibleTeamsByIds = query<TeamLookup>()((db, parameters, engine) =>
  teamRows(db, parameters)
    .where(({ ref }) => withoutIndex(engine, ref('teams.organization_id')), '=', parameters.organization)
    .where(({ ref }) => isInJsonArray(engine, ref('teams.id'), parameters.ids))
    .where(() => isVisible(parameters)),
);

/** The team with this identifier, if it belongs to the organization. */
export const teamOfOrganization = query<{ organization: string; id: string }>()((db, { organization, id }) =>
  db.selectFrom('teams').select('id').where('organization_id', '=', organization).where('id', '=', id),
);

export const privilegesOfTeam = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('teams')
    .select(['name', 'is_owners', 'permissions'])
    .where('id', '=', id)
    .where(({ ref }) => hasOrganization(ref('teams.organization_id'))),
);

/** Permissions of the teams with the given identifiers. `ids` is a JSON array. */
export const privilegesOfTeams = query<{ ids: string; organization: string }>()((db, { ids, organization }, engine) =>
  db
    .selectFrom('teams')
    .select(['id', 'name', 'is_owners', 'permissions', placePermissions.as('place_permissions')])
    .where(({ ref }) => withoutIndex(engine, ref('organization_id')), '=', organization)
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

/** An organization's teams that are visible to the viewer, sorted by name. */
export const teamList = list<TeamView & { readonly organization: string }>()(
  (db, parameters) =>
    teamRows(db, parameters)
      .where('teams.organization_id', '=', parameters.organization)
      .where(() => isVisible(parameters)),
  (rows) => rows.orderBy('teams.name'),
  {
    filters: { 'filter[names]': among('teams.name_key', folded), q: containing('teams.name_key') },
    linkage: teamLinkage,
  },
);

/** A user's membership in a team. */
export const memberOfTeam = query<{ team: string; user: string }>()((db, { team, user }) =>
  db
    .selectFrom('team_members')
    .innerJoin('memberships', 'memberships.id', 'team_members.membership_id')
    .select('memberships.id')
    .where('team_members.team_id', '=', team)
    .where('memberships.user_id', '=', user),
);

/** Memberships in an organization's owners team. */
export const ownersOf = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('teams')
    .innerJoin('team_members', 'team_members.team_id', 'teams.id')
    .innerJoin('memberships', 'memberships.id', 'team_members.membership_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('team_members.membership_id')
    .select(sql<number>`case when ${isActiveOwner('memberships')} then 1 else 0 end`.as('is_active'))
    .where('teams.organization_id', '=', organization)
    .where(isOwnersTeam),
);

/**
 * Members of an organization whose user identifier or case-folded username is given. `ids` and `keys` are JSON arrays.
 */
export const membersByUsers = query<{ organization: string; ids: string; keys: string }>()(
  (db, { organization, ids, keys }, engine) =>
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['memberships.id', 'memberships.user_id', 'users.username_key'])
      .where(({ ref }) => withoutIndex(engine, ref('memberships.organization_id')), '=', organization)
      .where(({ or, ref }) =>
        or([isInJsonArray(engine, ref('users.id'), ids), isInJsonArray(engine, ref('users.username_key'), keys)]),
      ),
);

/** Memberships of an organization with the given identifiers. `ids` is a JSON array. */
export const membersByIds = query<{ organization: string; ids: string }>()((db, { organization, ids }, engine) =>
  db
    .selectFrom('memberships')
    .select('id')
    .where('organization_id', '=', organization)
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

export const teamCount = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('teams').select(total).where('organization_id', '=', organization),
);

/** Selects the team with a case-folded name. */
export const teamNamed = query<{ organization: string; team: string }>()((db, { organization, team }) =>
  db.selectFrom('teams').select('id').where('organization_id', '=', organization).where('name_key', '=', team),
);
