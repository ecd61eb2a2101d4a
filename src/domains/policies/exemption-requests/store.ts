// The table `policy_exemption_requests`.
import { type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { equal } from '../../../db/filters.ts';
import { list, type RowOfList } from '../../../db/list.ts';
import { type Builder, query, type RowsOf, total } from '../../../db/query.ts';
import { deleter, inserter, locker, updater } from '../../../db/writes.ts';
import { allBut } from '../../../kernel/columns.ts';
import { readerColumns } from '../evaluations/store.ts';
import { policyExemptionRequests } from './entity.ts';

/** A request with the columns of its evaluation that determine who may read the evaluation. */
export type RequestRow = RowsOf<typeof requestById>;
export type ListedRequestRow = RowOfList<typeof requestsOfOrganization>;

export const insertRequest = inserter('policy_exemption_requests');
export const updateRequest = updater('policy_exemption_requests');
export const deleteRequest = deleter('policy_exemption_requests');

/**
 * Detaches the requests about a deleted policy or policy set from the organization: the identifier of the deleted record
 * replaces the organization's identifier. A job later deletes all rows with this identifier.
 */
export function moveRequests(tx: Transaction, of: 'policy_id' | 'policy_set_id', id: string): Promise<number> {
  return tx.run((db) => db.updateTable('policy_exemption_requests').set({ organization_id: id }).where(of, '=', id));
}

const requestRows = (db: Builder) =>
  db
    .selectFrom('policy_exemption_requests')
    .innerJoin('organizations', 'organizations.id', 'policy_exemption_requests.organization_id')
    .leftJoin('policies', 'policies.id', 'policy_exemption_requests.policy_id')
    .select(allBut(policyExemptionRequests, 'workspace_id'))
    .select('organizations.name as organization_name')
    .select(sql<string>`coalesce(policies.name, policy_exemption_requests.policy_name)`.as('shown_name'));

const listedRows = (db: Builder) => requestRows(db).select('policy_exemption_requests.workspace_id');

export const requestById = query<{ id: string }>()((db, { id }) =>
  requestRows(db)
    .innerJoin('policy_evaluations', 'policy_evaluations.id', 'policy_exemption_requests.evaluation_id')
    .select(['policy_evaluations.created_by', 'policy_evaluations.author_id', 'policy_evaluations.author_team_id'])
    .select(readerColumns)
    .where('policy_exemption_requests.id', '=', id),
);

/** Locks a request, so that only one transaction decides it. */
export const lockedRequest = locker('policy_exemption_requests', requestById);

export const requestStatuses = ['open', 'granted', 'refused', 'expired'] as const;

// The condition contains a literal instead of a parameter, so that the query planner uses the partial index.
const isUndecided = sql<SqlBool>`policy_exemption_requests.status = 'open'`;

const newestFirst = (rows: ReturnType<typeof listedRows>) =>
  rows.orderBy('policy_exemption_requests.created_at', 'desc').orderBy('policy_exemption_requests.id', 'desc');

/** Lists the requests of an organization. `requester` restricts the list to the requests of one identity. */
export const requestsOfOrganization = list<{
  organization: string;
  now: string;
  requester: string | undefined;
}>()(
  (db, { organization }) => listedRows(db).where('policy_exemption_requests.organization_id', '=', organization),
  newestFirst,
  {
    filters: {
      requester: { parameters: [], where: equal('policy_exemption_requests.requester_id').where },
      'filter[workspace]': equal('policy_exemption_requests.workspace_id'),
      'filter[status]': {
        choices: requestStatuses,
        isScan: true,
        where: (eb, wanted, { values: { now } }) =>
          wanted === 'open' || wanted === 'expired'
            ? eb.and([isUndecided, eb('policy_exemption_requests.open_until', wanted === 'open' ? '>' : '<=', now)])
            : equal('policy_exemption_requests.status').where(eb, wanted),
      },
    },
  },
);

/**
 * Lists the open requests for a workspace. If `requester` is set, the list has only the requests of this identity and
 * those about one evaluation.
 */
export const openRequestsOfWorkspace = list<{
  workspace: string;
  evaluation: string;
  now: string;
  requester: string | undefined;
}>()(
  (db, { workspace, now }) =>
    listedRows(db)
      .where('policy_exemption_requests.workspace_id', '=', workspace)
      .where(isUndecided)
      .where('policy_exemption_requests.open_until', '>', now),
  newestFirst,
  {
    filters: {
      requester: {
        parameters: [],
        isScan: true,
        where: ({ eb, or }, requester, { values: { evaluation } }) =>
          or([
            eb('policy_exemption_requests.requester_id', '=', requester),
            eb('policy_exemption_requests.evaluation_id', '=', evaluation),
          ]),
      },
    },
  },
);

interface Covered {
  readonly workspace: string;
  readonly requester: string;
  readonly now: string;
  /** Empty strings stand for null. */
  readonly policy: string;
  readonly policySet: string;
  readonly policyName: string;
  readonly address: string;
}

/** Selects the open request of an identity for the same policy, workspace and resource. */
export const sameRequest = query<Covered>()(
  (db, { workspace, requester, now, policy, policySet, policyName, address }) =>
    db
      .selectFrom('policy_exemption_requests')
      .select('id')
      .where('workspace_id', '=', workspace)
      .where(isUndecided)
      .where('open_until', '>', now)
      .where('requester_id', '=', requester)
      .where(
        sql<SqlBool>`coalesce(policy_id, '') = ${policy} and coalesce(policy_set_id, '') = ${policySet}
          and coalesce(policy_name, '') = ${policyName} and coalesce(resource_address, '') = ${address}`,
      )
      .limit(1),
);

export const countOpenOfWorkspace = query<{ workspace: string; now: string }>()((db, { workspace, now }) =>
  db
    .selectFrom('policy_exemption_requests')
    .select(total)
    .where('workspace_id', '=', workspace)
    .where(isUndecided)
    .where('open_until', '>', now),
);

export const teamName = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('teams').select('name').where('id', '=', id),
);

/** Counts the open requests of an organization by requester. */
export const countOpenByRequester = query<{ organization: string; now: string }>()((db, { organization, now }) =>
  db
    .selectFrom('policy_exemption_requests')
    .select(['requested_by', total])
    .where('organization_id', '=', organization)
    .where(isUndecided)
    .where('open_until', '>', now)
    .groupBy('requested_by'),
);
