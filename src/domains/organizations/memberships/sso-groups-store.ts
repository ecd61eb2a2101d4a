import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';

interface Grouped {
  readonly user: string;
  /** Names of the user's groups at the identity provider, as a JSON array. */
  readonly groups: string;
  /** 1 if a team that names no group is matched to the group with the team's name; otherwise 0. */
  readonly teamNamesCount: number;
}

interface Filled {
  /** Case-folded names of organizations, as a JSON array. */
  readonly organizations: string;
  /** 1 if the provider manages the teams of the listed organizations, 0 if it manages those of all others. */
  readonly areListed: number;
}

/**
 * SQL condition that a team matches one of the user's groups: by the group that the team names, or else by the team's
 * name.
 */
const isNamed = (
  engine: Engine,
  { ref }: ExpressionBuilder<Tables, 'teams'>,
  { groups, teamNamesCount }: Pick<Grouped, 'groups' | 'teamNamesCount'>,
) => {
  const groupByName = sql<string>`case when ${teamNamesCount} = 1 then ${ref('teams.name')} end`;
  return isInJsonArray(engine, sql<string>`coalesce(nullif(${ref('teams.sso_team_id')}, ''), ${groupByName})`, groups);
};

/**
 * The organizations that let this identity provider manage their teams and that the sign-in affects: a team matches one
 * of the user's groups, or the user is a member.
 */
export const organizationsOfGroups = query<Grouped & Filled>()(
  (db, { user, groups, teamNamesCount, organizations, areListed }, engine) =>
    db
      .selectFrom('organizations')
      .select(['organizations.id'])
      .where('organizations.uses_saml', '=', 1)
      .where(
        ({ ref }) =>
          sql<SqlBool>`case when ${isInJsonArray(engine, ref('organizations.name_key'), organizations)} then 1 else 0 end = ${areListed}`,
      )
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('teams')
              .select('teams.id')
              .whereRef('teams.organization_id', '=', 'organizations.id')
              .where('teams.is_owners', '=', 0)
              .where((eb) => isNamed(engine, eb, { groups, teamNamesCount })),
          ),
          exists(
            selectFrom('memberships')
              .select('memberships.id')
              .whereRef('memberships.organization_id', '=', 'organizations.id')
              .where('memberships.user_id', '=', user),
          ),
        ]),
      )
      .orderBy('organizations.id'),
);

/**
 * An organization's teams, except the owners team, that match one of the user's groups or have the user as a member.
 * Empty while the user's membership waits for the confirmation of an address: the person who confirms that address
 * later must not inherit teams from another person's groups.
 */
export const teamsOfGroups = query<Grouped & { organization: string }>()(
  (db, { organization, user, groups, teamNamesCount }, engine) =>
    db
      .selectFrom('teams')
      .leftJoin('memberships', (join) =>
        join.onRef('memberships.organization_id', '=', 'teams.organization_id').on('memberships.user_id', '=', user),
      )
      .leftJoin('team_members', (join) =>
        join.onRef('team_members.team_id', '=', 'teams.id').onRef('team_members.membership_id', '=', 'memberships.id'),
      )
      .select([
        'teams.id',
        'teams.name',
        'teams.sso_team_id',
        'memberships.id as membership_id',
        'team_members.team_id as member_of',
      ])
      .where('teams.organization_id', '=', organization)
      .where('teams.is_owners', '=', 0)
      .where('memberships.awaited_address', 'is', null)
      .where((eb) =>
        eb.or([isNamed(engine, eb, { groups, teamNamesCount }), eb('team_members.team_id', 'is not', null)]),
      )
      .orderBy('teams.name'),
);
