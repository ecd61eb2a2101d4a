// The job that answers run task calls. Only one instance per database runs the job at a time.
//
// The result of each step is stored before the next step starts, so that another process can continue after a crash. A
// plan is evaluated only once. If the process ended while it was sending a result, the result is sent again.
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newSemaphore } from '../../../lib/concurrency/semaphore.ts';
import type { Job } from '../../../runtime/jobs/jobs.ts';
import { withLeaseRenewal } from '../../../runtime/jobs/lease-renewal.ts';
import { planIntake } from '../services.ts';
import { defaultTimeouts, type PlatformTimeouts } from './platform.ts';
import { newSlowHosts } from './slow-hosts.ts';
import { type StepTurn, takeStep } from './steps.ts';
import { type DueCall, dueCalls } from './store.ts';

const interval = 1_000;

/**
 * Maximum number of calls in progress, in total and per organization. Calls spend most of their time waiting for
 * platforms.
 */
const [maxAtOnce, maxOfOrganization] = [32, 2];

/** Number of slots reserved for accounts without a call in progress. */
const reserved = 8;

/** Maximum number of calls per database query, in total and per organization, including the calls in progress. */
const [maxListed, maxListedOfOrganization] = [4 * maxAtOnce, 2 * maxOfOrganization];

export function callJob(context: Context, timeouts: PlatformTimeouts = defaultTimeouts): Job {
  const served: Served = { organization: '' };
  const slowHosts = newSlowHosts(() => context.clock.now());
  return {
    name: 'policy-run-task-calls',
    intervalMilliseconds: interval,
    wakeUp: planIntake(context).callSignal,
    waitsWhileHeld: true,
    isDue: async () => (await listDue(context, served, 1)).length > 0,
    run: (turn) => withLeaseRenewal(turn, () => answerCalls(context, { ...turn, timeouts, slowHosts }, served)),
  };
}

/** The organization whose call was processed last. */
interface Served {
  organization: string;
}

/** Lists the calls whose next step is due. Organizations take turns. */
const listDue = ({ database, clock }: Context, { organization: after }: Served, limit: number) => {
  const now = timestamp(clock.now());
  return database.rows(dueCalls, { now, after, ofOrganization: maxListedOfOrganization, limit });
};

/** Processes calls until no call is due. */
async function answerCalls(context: Context, turn: StepTurn, served: Served): Promise<void> {
  const underWay = new Map<string, { readonly organization: string; readonly done: Promise<void> }>();
  const failures: unknown[] = [];
  const places = newSemaphore({ count: maxAtOnce, reserved });
  const isStartable = ({ id, organization_id }: DueCall): boolean => {
    const own = [...underWay.values()].filter(({ organization }) => organization === organization_id);
    return !underWay.has(id) && own.length < maxOfOrganization;
  };
  const start = ({ id, organization_id: organization, account }: DueCall): void => {
    const place = places.takeFree(account);
    if (place === undefined) return;
    served.organization = organization;
    const done = takeStep(context, turn, id)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        place[Symbol.dispose]();
        underWay.delete(id);
      });
    underWay.set(id, { organization, done });
  };
  for (;;) {
    const mayGoOn = !turn.signal.aborted && failures.length === 0;
    const due = mayGoOn ? await listDue(context, served, maxListed) : [];
    for (const call of due) if (isStartable(call)) start(call);
    if (underWay.size === 0) break;
    await Promise.race([...[...underWay.values()].map(({ done }) => done), wait(interval, undefined, { ref: false })]);
  }
  if (failures.length > 0) throw failures[0];
}
