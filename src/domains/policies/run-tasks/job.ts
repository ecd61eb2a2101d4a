// The job that answers the calls of run platforms: of several instances on one database, one at a time.
//
// Each step is stored before the next one, so that a process that dies goes on where it was: a plan is evaluated once, and
// a result that may have been sent already is sent again.
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { Job } from '../../../runtime/jobs/jobs.ts';
import { renewing } from '../../../runtime/jobs/renewing.ts';
import { planIntake } from '../services.ts';
import { defaultTimeouts, type Timeouts } from './platform.ts';
import { newSlowHosts } from './slow-hosts.ts';
import { type StepTurn, takeStep } from './steps.ts';
import { dueCalls } from './store.ts';

const interval = 1_000;

/** Maximum number of calls in progress, in all and of one organization: they mostly wait for platforms. */
const [maxAtOnce, maxOfOrganization] = [32, 2];

/** Maximum number of listed calls, in all and of one organization: those in progress are among them. */
const [maxListed, maxListedOfOrganization] = [4 * maxAtOnce, 2 * maxOfOrganization];

export function callJob(context: Context, timeouts: Timeouts = defaultTimeouts): Job {
  const served: Served = { organization: '' };
  const slowHosts = newSlowHosts(() => context.clock.now());
  return {
    name: 'policy-run-task-calls',
    intervalMilliseconds: interval,
    wakeUp: planIntake(context).callSignal,
    waitsWhileHeld: true,
    isDue: async () => (await listDue(context, served, 1)).length > 0,
    run: (turn) => renewing(turn, () => answerCalls(context, { ...turn, timeouts, slowHosts }, served)),
  };
}

/** The organization whose turn it was last. */
interface Served {
  organization: string;
}

/** Calls that are due, in the order in which organizations take turns. */
const listDue = ({ database, clock }: Context, { organization: after }: Served, limit: number) => {
  const now = timestamp(clock.now());
  return database.rows(dueCalls, { now, after, ofOrganization: maxListedOfOrganization, limit });
};

/** Works at the calls that are due until there are none. */
async function answerCalls(context: Context, turn: StepTurn, served: Served): Promise<void> {
  const underWay = new Map<string, { readonly organization: string; readonly done: Promise<void> }>();
  const failures: unknown[] = [];
  const isStartable = (id: string, organization: string): boolean => {
    const own = [...underWay.values()].filter((each) => each.organization === organization);
    return !underWay.has(id) && underWay.size < maxAtOnce && own.length < maxOfOrganization;
  };
  const start = (id: string, organization: string): void => {
    served.organization = organization;
    const done = takeStep(context, turn, id)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(id));
    underWay.set(id, { organization, done });
  };
  for (;;) {
    const mayGoOn = !turn.signal.aborted && failures.length === 0;
    const due = mayGoOn ? await listDue(context, served, maxListed) : [];
    for (const { id, organization_id } of due) if (isStartable(id, organization_id)) start(id, organization_id);
    if (underWay.size === 0) break;
    await Promise.race([...[...underWay.values()].map(({ done }) => done), wait(interval, undefined, { ref: false })]);
  }
  if (failures.length > 0) throw failures[0];
}
