// Jobs that recount a day's evaluations. The first job recounts days with evaluations that an older release stored
// without counting them, before or during an upgrade. The second job recounts every day once a day, which corrects
// counts that are wrong for any other reason.
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { sumOf } from '../../../lib/functions/records.ts';
import type { Job, Turn } from '../../../runtime/jobs/jobs.ts';
import { withLeaseRenewal } from '../../../runtime/jobs/lease-renewal.ts';
import {
  addToDay,
  type DayRecount,
  findDay,
  hasChanges,
  idOfDay,
  nextOldDay,
  type OrganizationDay,
  replaceDay,
} from '../counts/store.ts';
import {
  type CountedEvaluation,
  dayColumns,
  dayTally,
  firstWholeDay,
  isMissed,
  noCounts,
  type PolicyTally,
  summed,
} from '../counts/tallies.ts';
import { dayOf } from '../day.ts';
import { markCounted } from '../evaluations/store.ts';
import { evaluationsOfDay, nextUncounted, talliesBetween } from './outcome-queries.ts';

/** Intervals in ms between checks for uncounted evaluations, and between checks for days whose recount is due. */
const [repairInterval, recountInterval] = [10_000, 3_600_000];

/** Minimum time in ms between two recounts of the same day. */
const recountTime = 86_400_000;

/**
 * Number of evaluations whose outcomes one statement reads, and maximum number of rows that one transaction changes.
 */
const portion = 100;

export const countRepairJob = (context: Context): Job => ({
  name: 'policy-counts',
  intervalMilliseconds: repairInterval,
  isDue: async () => (await nextMissed(context)) !== undefined,
  run: (turn) => withLeaseRenewal(turn, () => recountAll(context, turn, nextMissed)),
});

export const recountJob = (context: Context): Job => ({
  name: 'policy-recount',
  intervalMilliseconds: recountInterval,
  isDue: async () => (await nextOld(context)) !== undefined,
  run: (turn) => withLeaseRenewal(turn, () => recountAll(context, turn, nextOld)),
});

/**
 * A day to recount. `recounted_at` is set only if the day is recounted because its last recount was more than a day
 * ago.
 */
type DueDay = OrganizationDay & { readonly recounted_at?: string };

type Next = (context: Context, after?: DueDay) => Promise<DueDay | undefined>;

/** Returns the next day with uncounted evaluations. */
const nextMissed: Next = async ({ database, clock }, after) => {
  const next = await database.first(nextUncounted, {
    organization: after?.organization_id ?? '',
    time: after === undefined ? '' : endOf(after),
    since: firstWholeDay(clock.now()),
  });
  return next && { organization_id: next.organization_id, day: dayOf(next.created_at) };
};

/** Returns the next day whose last recount was too long ago. The day with the oldest recount comes first. */
const nextOld: Next = ({ database, clock }, after) => {
  const now = clock.now();
  return database.first(nextOldDay, {
    time: after?.recounted_at ?? '',
    id: after === undefined ? '' : idOfDay(after),
    since: firstWholeDay(now),
    before: timestamp(now - recountTime),
  });
};

/** Returns a string that sorts after every timestamp of the day. */
const endOf = ({ day }: OrganizationDay): string => `${day}U`;

async function recountAll(context: Context, turn: Turn, next: Next): Promise<void> {
  let day = await next(context);
  while (day !== undefined && !turn.signal.aborted) {
    await recountDay(context, turn, day);
    day = await next(context, day);
  }
}

/**
 * Recounts a day. If the counts change during the recount, its result is discarded and the next run of the job recounts
 * the day again.
 */
async function recountDay(context: Context, turn: Turn, of: OrganizationDay): Promise<void> {
  const { database, clock } = context;
  // The day must have a row, so that concurrent changes can increment the row's change counter.
  await turn.transaction((tx) => addToDay(tx, of, timestamp(0), noCounts));
  const changes = (await findDay(database, of))?.changes ?? 0;
  const { missed, ...recount } = await readDay(context, turn, of);
  if (turn.signal.aborted) return;
  const now = timestamp(clock.now());
  const isReplaced = await turn.transaction((tx) => replaceDay(tx, of, recount, { changes, now }));
  if (isReplaced) await markAll(turn, of, missed, changes + 1);
}

/**
 * Computes the counts of a day from its evaluations. Also returns the identifiers of evaluations that are not counted
 * yet.
 */
async function readDay(
  { database }: Context,
  { signal }: Turn,
  of: OrganizationDay,
): Promise<DayRecount & { readonly missed: readonly string[] }> {
  const missed: string[] = [];
  let [counts, tallies]: [DayRecount['counts'], DayRecount['tallies']] = [noCounts, new Map<string, PolicyTally>()];
  let place: Pick<CountedEvaluation, 'created_at' | 'id'> = { created_at: of.day, id: '' };
  while (!signal.aborted) {
    const start = performance.now();
    const { created_at: time, id } = place;
    const page = { ...of, time, id, end: endOf(of), limit: portion };
    const evaluations = await database.scan(evaluationsOfDay, page);
    const last = evaluations.at(-1);
    if (last === undefined) break;
    const between = { organization: of.organization_id, time, id, lastTime: last.created_at, lastId: last.id };
    tallies = summed([...tallies.values(), ...(await database.scan(talliesBetween, between))]);
    for (const each of evaluations) {
      counts = sumOf(dayColumns, counts, dayTally(each));
      if (isMissed(each)) missed.push(each.id);
    }
    place = last;
    // Waits for as long as reading the page took, so that the thread for long reads is free for other work in between.
    await wait(performance.now() - start, undefined, { ref: false });
  }
  return { counts, tallies, missed };
}

/**
 * Marks evaluations as counted. Stops if the change counter of the day is no longer `changes`, that is, if the counts
 * have changed since the recount.
 */
async function markAll(turn: Turn, of: OrganizationDay, ids: readonly string[], changes: number): Promise<void> {
  for (let at = 0; at < ids.length && !turn.signal.aborted; at += portion) {
    const isDone = await turn.transaction(async (tx) => {
      if (!(await hasChanges(tx, of, changes))) return false;
      await markCounted(tx, ids.slice(at, at + portion));
      return true;
    });
    if (!isDone) return;
  }
}
