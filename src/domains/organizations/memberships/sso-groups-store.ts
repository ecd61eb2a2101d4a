import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';

interface Grouped {
  readonly user: string;
  /** JSON array with the names of the user's groups at the identity provider. */
  readonly groups: string;
  /** 1 if a team without a configured group is matched to the group that has the team's name, otherwise 0. */
  readonly teamNamesCount: number;
}

interface Filled {
  /** JSON array of case-folded organization names. */
  readonly organizations: string;
  /**
   * 1 if the provider manages teams in the listed organizations only, 0 if it manages teams in all organizations except
   * the listed ones.
   */
  readonly areListed: number;
}

/**
 * SQL condition that a team matches one of the user's groups. Compares the group that is configured for the team or, if
 * there is none, the team's name.
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
 * Organizations whose teams this identity provider manages and that the sign-in affects. An organization is affected if
 * one of its teams matches a group of the user or if the user is a member.
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
 * Teams of an organization that match a group of the user or have the user as a member. The owners team is left out.
 * The result is empty if the user's membership waits until an address is confirmed. Otherwise, the person who confirms
 * the address could later get access to teams because of another person's groups.
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
