import type { Transaction } from '../../../db/database.ts';
import { isInJsonArray, withoutIndex } from '../../../db/expressions.ts';
import { among, containing } from '../../../db/filters.ts';
import { type Linking, linkage } from '../../../db/linkage.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, total } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter } from '../../../db/writes.ts';
import { folded } from '../../../lib/text/text.ts';
import type { Member } from '../../../ports.ts';
import { emailProof } from '../../accounts/index.ts';
import { letsIn, type RefusalFacts } from '../organizations/store.ts';
import { isVisible, type TeamView } from '../teams/visibility.ts';
import { memberships } from './entity.ts';

export interface MembershipRow extends StoredRow<'memberships'> {
  readonly organization_name: string;
  readonly email: string;
  /**
   * Time when the account got its first password or token, or first signed in through an identity provider. Null
   * before.
   */
  readonly activated_at: string | null;
  /** Identifiers of the teams that are visible to the viewer, in the format that `linkedIn` reads. */
  readonly team_ids: string | null;
}

export const insertMembership = inserter('memberships');

/** Deletes a membership; its team memberships are deleted by cascade. Returns 0 if it has been deleted already. */
export const deleteMembership = deleter('memberships');

/**
 * Starts a membership that waits until an address is confirmed, or assigns it to another account. Returns 0 if the
 * membership no longer waits.
 */
export function updateAwaiting(
  tx: Transaction,
  { id, address }: { readonly id: string; readonly address: string },
  changes: Pick<StoredRow<'memberships'>, 'user_id' | 'awaited_address'>,
): Promise<number> {
  return tx.run((db) =>
    db.updateTable('memberships').set(changes).where('id', '=', id).where('awaited_address', '=', address),
  );
}

/** Makes an account's memberships wait until its address is confirmed. Implements the port `awaitProof`. */
export function awaitProof(tx: Transaction, { id, email }: Member): Promise<number> {
  return tx.run((db) =>
    db
      .updateTable('memberships')
      .set({ awaited_address: folded(email) })
      .where('user_id', '=', id)
      .where('awaited_address', 'is', null),
  );
}

/** Memberships that wait until an address is confirmed. */
export const awaitingMemberships = query<{ address: string }>()((db, { address }) =>
  db.selectFrom('memberships').select(memberships.all).where('awaited_address', '=', address).orderBy('id'),
);

/**
 * Accounts that are members of several organizations and have an unconfirmed e-mail address. Accounts without an
 * address are left out.
 */
export const claimingInSeveral = query<{ limit: number }>()((db, { limit }) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.username')
    .where('memberships.awaited_address', 'is', null)
    .where(emailProof, 'is', null)
    .where('users.email', 'not like', '%@no-address.invalid')
    .groupBy(['users.id', 'users.username'])
    .having(({ fn }) => fn.countAll<number>(), '>', 1)
    .orderBy('users.username')
    .limit(limit),
);

/** Deletes memberships. `ids` is a JSON array of their identifiers. */
export function deleteMemberships(tx: Transaction, ids: string): Promise<number> {
  return tx.run((db, engine) => db.deleteFrom('memberships').where(({ ref }) => isInJsonArray(engine, ref('id'), ids)));
}

/** The first memberships of a user. They are ordered by organization, because an index has this order. */
export const firstMembershipsOf = query<{ user: string; limit: number }>()((db, { user, limit }) =>
  db.selectFrom('memberships').select('id').where('user_id', '=', user).orderBy('organization_id').limit(limit),
);

/** Columns with the identifiers of to-many relationships. */
export const membershipLinkage = ['team_ids'];

const membershipRows = (db: Builder, view: TeamView & Linking) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(memberships.all)
    .select(['organizations.name as organization_name', 'users.email', 'users.activated_at'])
    .select(({ selectFrom }) =>
      linkage(
        selectFrom('team_members')
          .innerJoin('teams', 'teams.id', 'team_members.team_id')
          .select('team_members.team_id as id')
          .whereRef('team_members.membership_id', '=', 'memberships.id')
          .whereRef('teams.organization_id', '=', 'memberships.organization_id')
          .where(() => isVisible(view)),
        view.linked,
      ).as('team_ids'),
    );

/** Organizations to which memberships belong. `ids` is a JSON array of membership identifiers. */
export const organizationsOfMemberships = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('memberships')
    .select('organization_id')
    .distinct()
    .where(({ ref }) => isInJsonArray(engine, ref('id'), ids)),
);

/** Memberships of one organization. `ids` is a JSON array of their identifiers. */
export const membershipsByIds = query<TeamView & Linking & { organization: string; ids: string }>()(
  (db, parameters, engine) =>
    membershipRows(db, parameters)
      .where('memberships.organization_id', '=', parameters.organization)
      .where(({ ref }) => isInJsonArray(engine, ref('memberships.id'), parameters.ids)),
);

export const memberCount = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('memberships').select(total).where('organization_id', '=', organization),
);

export const membershipCount = query<{ user: string }>()((db, { user }) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(total)
    .where('user_id', '=', user),
);

export const membershipOfUser = query<{ organization: string; user: string }>()((db, { organization, user }) =>
  db.selectFrom('memberships').select('id').where('user_id', '=', user).where('organization_id', '=', organization),
);

/** Memberships of an organization or, if `team` is given, of this team. */
export const membershipList = list<TeamView & { readonly organization: string; readonly team?: string }>()(
  (db, parameters, { engine, uses }) =>
    membershipRows(db, parameters).where(
      ({ ref }) => {
        const place = ref('memberships.organization_id');
        return uses('filter[email]') || uses('team') ? withoutIndex(engine, place) : place;
      },
      '=',
      parameters.organization,
    ),
  (rows) => rows.orderBy('memberships.id'),
  {
    filters: {
      'filter[email]': among('users.email_key', folded),
      'filter[status]': {
        choices: ['active', 'invited'],
        where: (eb, status) =>
          status === 'active'
            ? eb.and([eb('users.activated_at', 'is not', null), eb('memberships.awaited_address', 'is', null)])
            : eb.or([eb('users.activated_at', 'is', null), eb('memberships.awaited_address', 'is not', null)]),
        isScan: true,
      },
      'filter[is_service_account]': {
        choices: ['true', 'false'],
        where: (eb, flag) => eb('users.is_service_account', '=', Number(flag === 'true')),
        isScan: true,
      },
      q: containing('users.username_key', 'users.email_key'),
      team: {
        parameters: [],
        where: (eb, team) =>
          eb('memberships.id', 'in', eb.selectFrom('team_members').select('membership_id').where('team_id', '=', team)),
      },
    },
    linkage: membershipLinkage,
  },
);

/** A user's memberships, sorted by organization name. Organizations that refuse the user are left out. */
export const membershipsOfUser = list<RefusalFacts & TeamView>()(
  (db, parameters) =>
    membershipRows(db, parameters)
      .where('memberships.user_id', '=', parameters.user)
      .where('memberships.awaited_address', 'is', null)
      .where(() => letsIn(parameters)),
  (rows) => rows.orderBy('organizations.name_key'),
  { linkage: membershipLinkage },
);

/**
 * Selects the members with a username or with a confirmed e-mail address. Both texts are case-folded. Memberships that
 * have not started yet are left out.
 */
export const memberNamed = query<{ organization: string; username: string; email: string }>()(
  (db, { organization, username, email }) =>
    db
      .selectFrom('users')
      .innerJoin('memberships', 'memberships.user_id', 'users.id')
      .select('users.id')
      .where('memberships.organization_id', '=', organization)
      .where('memberships.awaited_address', 'is', null)
      .where(({ and, eb, or }) =>
        or([
          eb('users.username_key', '=', username),
          and([eb('users.email_key', '=', email), eb(emailProof, 'is not', null)]),
        ]),
      ),
);
