// Queries for evaluations that wait: for the policy engine, or for their plan.
import { sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { isInJsonArray, jsonText } from '../../../db/expressions.ts';
import type { Fact } from '../../../db/fact.ts';
import { type Builder, query, type RowsOf, total } from '../../../db/query.ts';
import { hasOrganization } from '../../organizations/index.ts';

// The expression contains literals instead of parameters, so that the query planner uses the partial index.
const isWaiting = sql<boolean>`policy_evaluations.status in ('pending', 'running') and policy_evaluations.input_digest is not null`;

/** Parameters of the condition that selects the evaluations that can start. */
interface Startable {
  /**
   * JSON arrays of identifiers: `underWay` lists evaluations that have started, and `resting` lists organizations in
   * back-off after a failure.
   */
  readonly underWay: string;
  readonly resting: string;
  /**
   * An evaluation that was started at least `attempts` times can start again only if its last attempt began before
   * `retryBefore`.
   */
  readonly attempts: number;
  readonly retryBefore: string;
}

const startable = (db: Builder, engine: Engine, { underWay, resting, attempts, retryBefore }: Startable) =>
  db
    .selectFrom('policy_evaluations')
    .where(isWaiting)
    .where(({ eb, or }) => or([eb('attempts', '<', attempts), eb('updated_at', '<=', retryBefore)]))
    .where(({ not, ref }) => not(isInJsonArray(engine, ref('policy_evaluations.id'), underWay)))
    .where(({ not, ref }) => not(isInJsonArray(engine, ref('policy_evaluations.organization_id'), resting)))
    .where(({ ref }) => hasOrganization(ref('policy_evaluations.organization_id')));

/** Selects the next account with an evaluation that can start: the first one whose identifier follows `after`. */
export const nextAccount = query<Startable & { after: string }>()((db, values, engine) =>
  startable(db, engine, values).select('account').where('account', '>', values.after).orderBy('account').limit(1),
);

/**
 * Selects the evaluation that has waited longest in the account's next organization, which is the first one whose
 * identifier follows `after`.
 */
export const nextEvaluationOf = query<Startable & { account: string; after: string }>()((db, values, engine) =>
  startable(db, engine, values)
    .select(['id', 'organization_id', 'account', 'attempts'])
    .where('account', '=', values.account)
    .where('organization_id', '>', values.after)
    .orderBy('organization_id')
    .orderBy('updated_at')
    .orderBy('id')
    .limit(1),
);

export type WaitingEvaluation = RowsOf<typeof nextEvaluationOf>;

/** Counts an organization's evaluations that have a plan but no verdict yet. */
export const waitingEvaluations = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('policy_evaluations').select(total).where(isWaiting).where('organization_id', '=', organization),
);

const allWaiting = query()((db) =>
  db
    .selectFrom('policy_evaluations')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('created_at').as('oldest')])
    .where(isWaiting),
);

/**
 * Number of evaluations in all organizations that have a plan but no verdict yet, and the creation time of the oldest
 * of these.
 */
export const waitingInAll: Fact<{ readonly total: number; readonly oldest: string | undefined }> = {
  table: 'policy_evaluations',
  read: async (reader) => {
    const { total = 0, oldest } = (await reader.first(allWaiting, {})) ?? {};
    return { total, oldest: oldest ?? undefined };
  },
};

/**
 * Counts the organization's evaluations that come before the evaluation `id`, which has waited since `since`. These are
 * running evaluations, and evaluations that have waited longer.
 */
export const evaluationsBefore = query<{ organization: string; id: string; since: string }>()(
  (db, { organization, id, since }) =>
    db
      .selectFrom('policy_evaluations')
      .select(total)
      .where(isWaiting)
      .where('organization_id', '=', organization)
      .where('id', '<>', id)
      .where(({ eb, or, and }) =>
        or([
          eb('status', '=', 'running'),
          eb('updated_at', '<', since),
          and([eb('updated_at', '=', since), eb('id', '<', id)]),
        ]),
      ),
);

/** Counts an organization's evaluations that wait for their plans, and those of them that `creator` created. */
export const evaluationsWithoutPlan = query<{ organization: string; creator: string }>()(
  (db, { organization, creator }, engine) =>
    db
      .selectFrom('policy_evaluations')
      .select(total)
      .select(({ fn, ref }) =>
        fn
          .countAll<number>()
          .filterWhere(jsonText(engine, ref('created_by'), 'id'), '=', creator)
          .as('own'),
      )
      .where('organization_id', '=', organization)
      .where('status', '=', 'pending')
      .where('input_digest', 'is', null),
);
