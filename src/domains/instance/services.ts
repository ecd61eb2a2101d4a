// Services of this domain that exist once per process.
import { type Context, type Core, service } from '../../context.ts';
import { type EngineChoice, shippedEngine } from '../../effects/policy-engine/engine-choice.ts';
import { openTracer } from '../../effects/tracing/tracer.ts';
import { newSemaphore } from '../../lib/concurrency/semaphore.ts';
import { newSignal } from '../../lib/concurrency/signal.ts';
import { newJobStatuses } from '../../runtime/jobs/job-status.ts';
import type { JobParts } from '../../runtime/jobs/jobs.ts';
import { type AttemptParts, maxAttempts } from '../../runtime/limits/attempts.ts';
import { newExhaustedKeys } from '../../runtime/limits/exhausted-keys.ts';
import { newMetrics } from '../../runtime/observability/metrics.ts';
import { tracer } from '../../services.ts';
import { tracingOptions } from './tracing/tracing.ts';

export async function openServices(core: Core): Promise<void> {
  const options = tracingOptions(core);
  if (options !== undefined) tracer.provide(core, core.use(await openTracer(options)));
}

/** Results of the jobs of this process. */
export const jobStatuses = service(({ clock }) => newJobStatuses(clock));

/** Parts of the context that jobs need. */
export const jobParts = (context: Context): JobParts => ({
  database: context.database,
  log: context.log,
  clock: context.clock,
  jobStatuses: jobStatuses(context),
  tracer: tracer(context),
});

export const metrics = service((core) =>
  newMetrics({
    ...core,
    edition: core.config.edition,
    jobStatuses: jobStatuses(core),
  }),
);

/** Signals that a mail was queued. */
export const mailSignal = service(() => newSignal());

/** The policy engine build in use, and the reason for the choice. */
export const engineChoice = service((): EngineChoice => shippedEngine);

/** Limits the number of secrets from clients that are verified at the same time, to slow down guessing. */
const attemptLimiter = service(() => newSemaphore({ count: maxAttempts, maxWaiting: 0 }).run);

/** Rate limit keys that have no attempts left. */
const exhaustedKeys = service(() => newExhaustedKeys());

/** Parts of the context that are needed to count attempts. */
export const attemptParts = (context: Context): AttemptParts => ({
  database: context.database,
  clock: context.clock,
  attemptLimiter: attemptLimiter(context),
  exhaustedKeys: exhaustedKeys(context),
});
