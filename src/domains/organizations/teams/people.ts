// Finds the accounts of the people who can act as an identity, such as the members of a team for a team token.
import type { Reader } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import type { Identity } from '../../../kernel/actor.ts';

const membersOfTeam = query<{ team: string }>()((db, { team }) =>
  db
    .selectFrom('team_members')
    .innerJoin('memberships', 'memberships.id', 'team_members.membership_id')
    .select('memberships.user_id')
    .where('team_members.team_id', '=', team),
);

const ownersOf = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('teams')
    .innerJoin('team_members', 'team_members.team_id', 'teams.id')
    .innerJoin('memberships', 'memberships.id', 'team_members.membership_id')
    .select('memberships.user_id')
    .where('teams.organization_id', '=', organization)
    .where('teams.is_owners', '=', 1),
);

/**
 * Returns the identifiers of the accounts that can act as an identity. For a team, these are its current members, and
 * for an organization, its owners.
 */
export async function usersOf(reader: Reader, identity: Identity): Promise<ReadonlySet<string>> {
  switch (identity.kind) {
    case 'user':
      return new Set([identity.id]);
    case 'team':
      return new Set((await reader.rows(membersOfTeam, { team: identity.id })).map(({ user_id }) => user_id));
    case 'organization':
      return new Set((await reader.rows(ownersOf, { organization: identity.id })).map(({ user_id }) => user_id));
    default:
      return new Set();
  }
}
