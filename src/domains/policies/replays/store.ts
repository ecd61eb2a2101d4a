// The tables `policy_replays` and `policy_replay_inputs`.
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { oneOfWords } from '../../../db/filters.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, type RowsOf, total } from '../../../db/query.ts';
import type { NewRow, StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, locker, updater } from '../../../db/writes.ts';
import { hasOrganization, idInTenant } from '../../organizations/index.ts';
import { newlyFailingWorkspaces } from '../replay-record.ts';
import { policyReplayInputs, policyReplays } from './entity.ts';

/** A replay with the name of its organization. */
export interface ReplayRow extends StoredRow<'policy_replays'> {
  readonly organization_name: string;
  /** Number of workspaces with at least one newly failing input. */
  readonly newly_failing_workspaces: number;
}

export type ReplayInputRow = StoredRow<'policy_replay_inputs'>;

export const insertReplay = inserter('policy_replays');
export const updateReplay = updater('policy_replays');
export const deleteReplay = deleter('policy_replays');
/**
 * Detaches the replays of a deleted policy or policy set from the organization: the identifier of the deleted record
 * replaces the organization's identifier. A job later deletes all rows with this identifier. A single statement
 * suffices, because an organization has few replays.
 */
export function moveReplays(tx: Transaction, of: 'policy_id' | 'policy_set_id', id: string): Promise<number> {
  return tx.run((db) => db.updateTable('policy_replays').set({ organization_id: id }).where(of, '=', id));
}

export const updateReplayInput = updater('policy_replay_inputs');

const insertSome = inserter('policy_replay_inputs');

/**
 * Maximum number of rows per insert statement. A larger number could exceed the databases' limits on statement
 * parameters.
 */
const rowsAtOnce = 100;

export async function insertReplayInputs(
  tx: Transaction,
  rows: readonly NewRow<'policy_replay_inputs'>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await insertSome(tx, rows.slice(start, start + rowsAtOnce));
  }
}

const replayRows = (db: Builder) =>
  db
    .selectFrom('policy_replays')
    .innerJoin('organizations', 'organizations.id', 'policy_replays.organization_id')
    .select(policyReplays.all)
    .select('organizations.name as organization_name')
    .select(newlyFailingWorkspaces);

export const replayById = query<{ id: string }>()((db, { id }) => replayRows(db).where('policy_replays.id', '=', id));

/** Locks a replay, so that only one transaction changes it at a time. */
export const lockedReplay = locker('policy_replays', replayById);

const newestFirst = (rows: ReturnType<typeof replayRows>) =>
  rows.orderBy('policy_replays.created_at', 'desc').orderBy('policy_replays.id', 'desc');

const filters = { 'filter[status]': oneOfWords('policy_replays.status', policyReplays.columns.status) };

/** Lists the replays of a policy or of a policy set, from newest to oldest. */
export const replaysOfPolicy = list<{ policy: string }>()(
  (db, { policy }) => replayRows(db).where('policy_replays.policy_id', '=', policy),
  newestFirst,
  { filters },
);
export const replaysOfSet = list<{ policySet: string }>()(
  (db, { policySet }) => replayRows(db).where('policy_replays.policy_set_id', '=', policySet),
  newestFirst,
  { filters },
);

// The expression contains literals instead of parameters, so that the query planner uses the partial index.
const isUnfinished = sql<boolean>`policy_replays.status in ('pending', 'running')`;

const dueReplays = (db: Builder) =>
  db
    .selectFrom('policy_replays')
    .where(isUnfinished)
    .where(({ ref }) => hasOrganization(ref('policy_replays.organization_id')));

/**
 * Selects the accounts with unfinished replays. For each account, the result has the time of the last turn of any of
 * its replays.
 */
export const replayAccounts = query()((db) =>
  dueReplays(db)
    .select('account')
    .select(({ fn }) => fn.max('turn_at').as('last_turn_at'))
    .groupBy('account'),
);

/** Selects the account's replay that has waited longest for its turn. */
export const nextReplayOf = query<{ account: string }>()((db, { account }) =>
  dueReplays(db).select('id').where('account', '=', account).orderBy('turn_at').orderBy('id').limit(1),
);

/** Selects any unfinished replay. */
export const anyReplay = query()((db) => dueReplays(db).select('id').limit(1));

export const unfinishedReplays = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_replays').select(total).where(isUnfinished).where('organization_id', '=', organization),
);

/** Selects an organization's finished and canceled replays, from newest to oldest. */
export const finishedReplays = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_replays')
    .select('id')
    .where('organization_id', '=', organization)
    .where('status', 'not in', ['pending', 'running'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

/** Selects the next input of a replay. */
export const nextReplayInput = query<{ replay: string }>()((db, { replay }) =>
  db
    .selectFrom('policy_replay_inputs')
    .select(policyReplayInputs.all)
    .where('replay_id', '=', replay)
    .where('result', 'is', null)
    .orderBy('position')
    .limit(1),
);

export const replayInputById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_replay_inputs').select(policyReplayInputs.all).where('id', '=', id),
);

const differing = ['newly-failing', 'newly-passing', 'errored', 'not-replayable', 'changed'] as const;

/** Lists a replay's inputs whose results changed. */
export const differenceList = list<{ replay: string }>()(
  (db, { replay }, { uses }) =>
    db
      .selectFrom('policy_replay_inputs')
      .select(policyReplayInputs.all)
      .where('replay_id', '=', replay)
      .$if(!uses('filter[result]'), (rows) => rows.where('result', 'in', differing)),
  (rows) => rows.orderBy('policy_replay_inputs.position'),
  { filters: { 'filter[result]': oneOfWords('policy_replay_inputs.result', { words: differing }) } },
);

/** Identifier of a recorded input's workspace or project. It is kept after the workspace or project is deleted. */
const named = {
  workspaces: sql<string | null>`coalesce(policy_evaluations.workspace_id, policy_inputs.workspace_id)`,
  projects: sql<string | null>`policy_evaluations.project_id`,
};
const tenant = sql.ref<string>('policy_inputs.organization_id');

/**
 * Selects an organization's newest recorded inputs for a replay, with the locations of their runs. An empty string for
 * `workspace`, `since` or `until` means no restriction. If the evaluation has been deleted, only the workspace is known.
 */
export const inputsToReplay = query<{
  organization: string;
  workspace: string;
  since: string;
  until: string;
  limit: number;
}>()((db, { organization, workspace, since, until, limit }) =>
  db
    .selectFrom('policy_inputs')
    .leftJoin('policy_evaluations', 'policy_evaluations.id', 'policy_inputs.evaluation_id')
    .select(['policy_inputs.id', 'policy_inputs.workspace_id', 'policy_inputs.workspace_name'])
    .select(['policy_inputs.evaluated_at', 'policy_evaluations.scope', 'policy_evaluations.policy_set_id'])
    .select('policy_evaluations.tags')
    .select([
      named.workspaces.as('named_workspace_id'),
      named.projects.as('named_project_id'),
      idInTenant('workspaces', tenant, named.workspaces).as('known_workspace_id'),
      idInTenant('projects', tenant, named.projects).as('known_project_id'),
    ])
    .where('policy_inputs.organization_id', '=', organization)
    .where(() => sql<boolean>`(${workspace} = '' or policy_inputs.workspace_id = ${workspace})`)
    .where(() => sql<boolean>`(${since} = '' or policy_inputs.created_at >= ${since})`)
    .where(() => sql<boolean>`(${until} = '' or policy_inputs.created_at < ${until})`)
    .orderBy('policy_inputs.created_at', 'desc')
    .orderBy('policy_inputs.id', 'desc')
    .limit(limit),
);

/** A recorded input with the location of its run. */
export type RecordedRow = RowsOf<typeof inputsToReplay>;

/** Selects the data that is needed to evaluate a recorded input again. */
export const inputToReplay = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('policy_inputs')
    .select(['id', 'evaluation_id', 'evaluated_at', 'workspace_id', 'outcomes'])
    .where('id', '=', id),
);
