// The tables `policy_run_tasks` and `policy_run_task_calls`.
import { sql } from 'kysely';
import type { Reader } from '../../../db/database.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, type RowsOf, total } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, locker, updater } from '../../../db/writes.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import { hasOrganization } from '../../organizations/index.ts';
import { policyRunTaskCalls, policyRunTasks } from './entity.ts';

/** A run task with the name of its organization. */
export interface RunTaskRow extends StoredRow<'policy_run_tasks'> {
  readonly organization_name: string;
}

export type CallRow = StoredRow<'policy_run_task_calls'>;

const violations = {
  policy_run_tasks_organization_id_name_key: attributeProblem('name', 'taken', 'Name has already been taken'),
};

export const insertRunTask = explained(violations, inserter('policy_run_tasks'));
export const updateRunTaskRow = explained(violations, updater('policy_run_tasks'));
export const deleteRunTaskRow = deleter('policy_run_tasks');
export const insertCall = inserter('policy_run_task_calls');
export const updateCall = updater('policy_run_task_calls');

export const hmacKeyPlace = (id: string): SecretPlace => ({
  table: 'policy_run_tasks',
  column: 'sealed_hmac_key',
  id,
});

export const callPlace = (id: string): SecretPlace => ({ table: 'policy_run_task_calls', column: 'sealed', id });

const runTaskRows = (db: Builder) =>
  db
    .selectFrom('policy_run_tasks')
    .innerJoin('organizations', 'organizations.id', 'policy_run_tasks.organization_id')
    .select(policyRunTasks.all)
    .select('organizations.name as organization_name');

export const runTaskById = query<{ id: string }>()((db, { id }) =>
  runTaskRows(db).where('policy_run_tasks.id', '=', id),
);

/** Lists an organization's run tasks, sorted by name. */
export const runTaskList = list<{ organization: string }>()(
  (db, { organization }) => runTaskRows(db).where('policy_run_tasks.organization_id', '=', organization),
  (rows) => rows.orderBy('policy_run_tasks.name'),
);

export const runTaskCount = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_run_tasks').select(total).where('organization_id', '=', organization),
);

export const callById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_run_task_calls').select(policyRunTaskCalls.all).where('id', '=', id),
);

export const lockedCall = locker('policy_run_task_calls', callById);

export const callOfResult = query<{ runTask: string; result: string }>()((db, { runTask, result }) =>
  db
    .selectFrom('policy_run_task_calls')
    .select('id')
    .where('run_task_id', '=', runTask)
    .where('task_result_id', '=', result),
);

/** Lists the calls of a run task, from newest to oldest. */
export const callList = list<{ runTask: string }>()(
  (db, { runTask }) =>
    db.selectFrom('policy_run_task_calls').select(policyRunTaskCalls.all).where('run_task_id', '=', runTask),
  (rows) => rows.orderBy('policy_run_task_calls.created_at', 'desc').orderBy('policy_run_task_calls.id', 'desc'),
);

// The expression contains a literal instead of a parameter, so that the query planner uses the partial index.
const isOpen = sql<boolean>`policy_run_task_calls.status <> 'answered'`;

/** Counts an organization's unanswered run task calls. */
export const openCalls = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_run_task_calls').select(total).where('organization_id', '=', organization).where(isOpen),
);

const allOpenCalls = query()((db) => db.selectFrom('policy_run_task_calls').select(total).where(isOpen));

/**
 * Returns the number of unanswered run task calls in all organizations. The instance domain calls this function through
 * `context.ports`.
 */
export const openRunTaskCalls = async (reader: Reader): Promise<number> =>
  (await reader.first(allOpenCalls, {}))?.total ?? 0;

interface DueArguments {
  readonly now: string;
  /** Identifier of the organization whose call was processed last. */
  readonly after: string;
  /** Maximum number of calls to list per organization. */
  readonly ofOrganization: number;
  readonly limit: number;
}

/**
 * Selects the calls whose next step is due. A call that waits for an evaluation is due only if the evaluation has
 * finished or was deleted, or if the call's deadline has passed. Organizations take turns: the result has the oldest
 * call of each organization first, then the second oldest call of each organization, and so on. In each of these
 * rounds, the organizations whose identifiers follow `after` come first.
 */
export const dueCalls = query<DueArguments>()((db, { now, after, ofOrganization, limit }) =>
  db
    .selectFrom(dueInTurn(db, now).as('due'))
    .innerJoin('organizations', 'organizations.id', 'due.organization_id')
    .select(['due.id', 'due.organization_id'])
    .select(({ fn }) => fn.coalesce('organizations.creator_id', 'organizations.id').as('account'))
    .where('due.turn', '<=', ofOrganization)
    .orderBy('due.turn')
    .orderBy(({ eb }) => eb.case().when('due.organization_id', '>', after).then(0).else(1).end())
    .orderBy('due.organization_id')
    .limit(limit),
);

export type DueCall = RowsOf<typeof dueCalls>;

const turn = sql<number>`row_number() over (
  partition by policy_run_task_calls.organization_id
  order by policy_run_task_calls.next_attempt_at, policy_run_task_calls.id
)`;

const dueInTurn = (db: Builder, now: string) =>
  db
    .selectFrom('policy_run_task_calls')
    .leftJoin('policy_evaluations', 'policy_evaluations.id', 'policy_run_task_calls.evaluation_id')
    .select(['policy_run_task_calls.id', 'policy_run_task_calls.organization_id', turn.as('turn')])
    .where(isOpen)
    .where(({ ref }) => hasOrganization(ref('policy_run_task_calls.organization_id')))
    .where('policy_run_task_calls.next_attempt_at', '<=', now)
    .where(({ eb, or }) =>
      or([
        eb('policy_run_task_calls.status', '<>', 'evaluating'),
        eb('policy_run_task_calls.deadline_at', '<=', now),
        eb('policy_evaluations.status', 'is', null),
        eb('policy_evaluations.status', 'not in', ['pending', 'running']),
      ]),
    );
