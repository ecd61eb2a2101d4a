// Which evaluations are next. Organizations take turns, and of one account, as of one organization, one is worked at at a
// time: so accounts share the engine, whatever number of organizations and plans each has.
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { nextEvaluation, type WaitingEvaluation } from './store.ts';

/** Maximum number of evaluations at once. Each waits for its turns at the engine, so a plan that takes long keeps none away. */
const maxAtOnce = 16;

/** Maximum number of organizations that are searched for an evaluation that can begin, before others have their turn. */
const maxLooks = 4 * maxAtOnce;

/** Maximum number of attempts at an evaluation without an end: the processes that ended may have done so for other reasons. */
export const maxAttempts = 10;

/** From which attempt on an evaluation is suspected of ending the process: it waits before each, in milliseconds. */
const [suspectAttempts, suspectPause] = [3, 60_000];

/** Pause in ms of an organization whose evaluation failed for no reason of the plan. */
const restAfterFailure = 1_000;

/** The account that an evaluation counts for: its creator, or the organization where a token or a run platform created it. */
export function accountOf({
  created_by,
  organization_id,
}: Pick<WaitingEvaluation, 'created_by' | 'organization_id'>): string {
  const { kind, id } = JSON.parse(created_by);
  return kind === 'user' && id !== null ? id : organization_id;
}

export interface EvaluationQueue {
  /** The evaluation that is next and can begin. */
  readonly next: () => Promise<WaitingEvaluation | undefined>;
  /** Begins one. Where that fails, `failed` is called, and its organization rests. */
  readonly begin: (evaluation: WaitingEvaluation, work: () => Promise<void>) => void;
  /** Finishes with the first of those that are worked at; undefined where there are none. */
  readonly anyOver: () => Promise<unknown> | undefined;
}

/** The evaluation of the next organization after another one: that which has waited longest there. */
export const nextWaiting = ({ database, clock }: Pick<Context, 'database' | 'clock'>, after: string) =>
  database.first(nextEvaluation, {
    after,
    attempts: suspectAttempts,
    retryBefore: timestamp(clock.now() - suspectPause),
  });

export function newEvaluationQueue(
  context: Pick<Context, 'database' | 'clock'>,
  failed: (evaluation: WaitingEvaluation, error: unknown) => void,
): EvaluationQueue {
  const underWay = new Map<WaitingEvaluation, Promise<void>>();
  const resting = new Set<string>();
  let served = '';

  const rest = (organization: string): void => {
    resting.add(organization);
    setTimeout(() => resting.delete(organization), restAfterFailure).unref();
  };
  const isStartable = (wanted: WaitingEvaluation): boolean => {
    const others = [...underWay.keys()];
    const isSuspect = ({ attempts }: WaitingEvaluation) => attempts >= suspectAttempts;
    if (resting.has(wanted.organization_id)) return false;
    return !others.some(
      (each) =>
        each.organization_id === wanted.organization_id ||
        accountOf(each) === accountOf(wanted) ||
        (isSuspect(each) && isSuspect(wanted)),
    );
  };
  /** That of the organization whose turn is next; after the last organization comes the first. */
  const ofNextOrganization = async () =>
    (await nextWaiting(context, served)) ?? (served === '' ? undefined : await nextWaiting(context, ''));
  const next: EvaluationQueue['next'] = async () => {
    if (underWay.size >= maxAtOnce) return undefined;
    for (const seen = new Set<string>(); seen.size < maxLooks; seen.add(served)) {
      const row = await ofNextOrganization();
      if (row === undefined || seen.has(row.organization_id)) return undefined;
      served = row.organization_id;
      if (isStartable(row)) return row;
    }
    return undefined;
  };
  const begin: EvaluationQueue['begin'] = (evaluation, work) => {
    const over = work()
      .catch((error: unknown) => {
        rest(evaluation.organization_id);
        failed(evaluation, error);
      })
      .finally(() => underWay.delete(evaluation));
    underWay.set(evaluation, over);
  };
  const anyOver = () => (underWay.size === 0 ? undefined : Promise.race(underWay.values()));
  return { next, begin, anyOver };
}
