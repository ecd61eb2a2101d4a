// The job that answers the calls of run platforms: of several instances on one database, one at a time.
//
// Each step is stored before the next one, so that a process that dies goes on where it was: a plan is evaluated once, and
// a result that may have been sent already is sent again.
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Job } from '../../../runtime/jobs.ts';
import { renewing } from '../../../runtime/renewing.ts';
import { defaultTimeouts, type Timeouts } from './platform.ts';
import { type StepTurn, takeStep } from './steps.ts';
import { dueCalls } from './store.ts';

const interval = 1_000;

/** How many calls are worked at, in all and of one organization: a slow platform keeps only its own waiting. */
const [maxAtOnce, maxOfOrganization] = [8, 2];

/** More than one organization can have open. */
const maxListed = 1_000;

export function callJob(context: Context, timeouts: Timeouts = defaultTimeouts): Job {
  return {
    name: 'policy-run-task-calls',
    intervalMilliseconds: interval,
    wakeUp: context.planIntake.callSignal,
    isDue: async () => (await listDue(context, 1)).length > 0,
    run: (turn) => renewing(turn, () => answerCalls(context, { ...turn, timeouts })),
  };
}

const listDue = ({ database, clock }: Context, limit: number) =>
  database.rows(dueCalls, { now: timestamp(clock.now()), limit });

/** Works at the calls that are due until there are none. */
async function answerCalls(context: Context, turn: StepTurn): Promise<void> {
  const underWay = new Map<string, { readonly organization: string; readonly done: Promise<void> }>();
  const failures: unknown[] = [];
  const isStartable = (id: string, organization: string): boolean => {
    const own = [...underWay.values()].filter((each) => each.organization === organization);
    return !underWay.has(id) && underWay.size < maxAtOnce && own.length < maxOfOrganization;
  };
  const start = (id: string, organization: string): void => {
    const done = takeStep(context, turn, id)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(id));
    underWay.set(id, { organization, done });
  };
  for (;;) {
    const mayGoOn = !turn.signal.aborted && failures.length === 0;
    const due = mayGoOn ? await listDue(context, maxListed) : [];
    for (const { id, organization_id } of due) if (isStartable(id, organization_id)) start(id, organization_id);
    if (underWay.size === 0) break;
    await Promise.race([...[...underWay.values()].map(({ done }) => done), wait(interval, undefined, { ref: false })]);
  }
  if (failures.length > 0) throw failures[0];
}
