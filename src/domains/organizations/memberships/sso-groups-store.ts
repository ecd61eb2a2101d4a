import { type ExpressionBuilder, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';

interface Grouped {
  readonly user: string;
  /** Names in a JSON array. */
  readonly groups: string;
}

/** SQL condition that a team has the name of one of the groups, or names one itself. */
const isNamed = (engine: Engine, { or, ref }: ExpressionBuilder<Tables, 'teams'>, groups: string) =>
  or([
    isInJsonArray(engine, ref('teams.name'), groups),
    isInJsonArray(engine, sql<string>`${ref('teams.sso_team_id')}`, groups),
  ]);

/** The organizations that leave their teams to single sign-on and are concerned: one of their teams is named, or has the person. */
export const organizationsOfGroups = query<Grouped>()((db, { user, groups }, engine) =>
  db
    .selectFrom('organizations')
    .select(['organizations.id'])
    .where('organizations.uses_saml', '=', 1)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('teams')
            .select('teams.id')
            .whereRef('teams.organization_id', '=', 'organizations.id')
            .where('teams.is_owners', '=', 0)
            .where((eb) => isNamed(engine, eb, groups)),
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

/** The teams of an organization, owners left out, that are named or have the person. */
export const teamsOfGroups = query<Grouped & { organization: string }>()((db, { organization, user, groups }, engine) =>
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
    .where((eb) => eb.or([isNamed(engine, eb, groups), eb('team_members.team_id', 'is not', null)]))
    .orderBy('teams.name'),
);
