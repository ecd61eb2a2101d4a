import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray, isLike, spacedList, withoutIndex } from '../../../db/expressions.ts';
import { pageQueries } from '../../../db/page.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { NewRow } from '../../../db/tables.ts';
import { memoizeByArguments } from '../../../lib/memoize-by-arguments.ts';
import { isVisible, type TeamView } from '../teams/visibility.ts';

export interface MembershipRow {
  readonly id: string;
  readonly organization_id: string;
  readonly organization_name: string;
  readonly user_id: string;
  readonly email: string;
  /** Null while the person has been invited and holds no password or token yet. */
  readonly activated_at: string | null;
  readonly created_at: string;
  /** Identifiers of the teams that the viewer sees, separated by spaces. */
  readonly team_ids: string | null;
}

export function insertMembership(tx: Transaction, values: NewRow<'memberships'>): Promise<number> {
  return tx.run((db) => db.insertInto('memberships').values(values));
}

/** Deletes a membership, and with it that of every team; 0 when it has gone meanwhile. */
export function deleteMembership(tx: Transaction, id: string): Promise<number> {
  return tx.run((db) => db.deleteFrom('memberships').where('id', '=', id));
}

const memberships = (db: Builder, view: TeamView) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'memberships.id',
      'memberships.organization_id',
      'organizations.name as organization_name',
      'memberships.user_id',
      'users.email',
      'users.activated_at',
      'memberships.created_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('team_members')
        .innerJoin('teams', 'teams.id', 'team_members.team_id')
        .select(({ ref }) => spacedList(ref('team_members.team_id')).as('ids'))
        .whereRef('team_members.membership_id', '=', 'memberships.id')
        .where(() => isVisible(view))
        .as('team_ids'),
    );

/** Where memberships belong; `ids` is a JSON array. */
export const organizationsOfMemberships = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('memberships')
    .select(['id', 'organization_id', 'user_id'])
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

/** Memberships of one organization; `ids` is a JSON array. */
export const membershipsByIds = query<TeamView & { organization: string; ids: string }>()((db, parameters, engine) =>
  memberships(db, parameters)
    .where('memberships.organization_id', '=', parameters.organization)
    .where(({ ref }) => isInJsonArray(engine, ref('memberships.id'), parameters.ids)),
);

export const membershipOfUser = query<{ organization: string; user: string }>()((db, { organization, user }) =>
  db.selectFrom('memberships').select('id').where('user_id', '=', user).where('organization_id', '=', organization),
);

export interface ListArguments extends TeamView {
  readonly organization: string;
  readonly pattern: string;
  /** Folded addresses in a JSON array. */
  readonly emails: string;
}

export type StatusFilter = 'any' | 'active' | 'invited';

/** The queries of one kind of list, written once each. */
export const membershipList = memoizeByArguments((byWord: boolean, byEmail: boolean, status: StatusFilter) =>
  pageQueries<ListArguments>()(
    (db, parameters, engine) =>
      memberships(db, parameters)
        .where(
          ({ ref }) => {
            const place = ref('memberships.organization_id');
            return byEmail ? withoutIndex(engine, place) : place;
          },
          '=',
          parameters.organization,
        )
        .$if(byWord, (rows) =>
          rows.where(({ or, ref }) =>
            or([
              isLike(ref('users.username_key'), parameters.pattern),
              isLike(ref('users.email_key'), parameters.pattern),
            ]),
          ),
        )
        .$if(byEmail, (rows) =>
          rows.where(({ ref }) => isInJsonArray(engine, ref('users.email_key'), parameters.emails)),
        )
        .$if(status === 'active', (rows) => rows.where('users.activated_at', 'is not', null))
        .$if(status === 'invited', (rows) => rows.where('users.activated_at', 'is', null)),
    (rows) => rows.orderBy('memberships.id'),
  ),
);
