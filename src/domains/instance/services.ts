// The services of this domain.
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

/** Parts of the service that its jobs need. */
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

/** Signals new mail in the queue. */
export const mailSignal = service(() => newSignal());

/** The build of the engine that evaluates, and the reason for it. */
export const engineChoice = service((): EngineChoice => shippedEngine);

/** Limits how many guesses at secrets are verified at once. */
const attemptLimiter = service(() => newSemaphore({ count: maxAttempts, maxWaiting: 0 }).run);

/** Limits of guesses that are reached. */
const exhaustedKeys = service(() => newExhaustedKeys());

/** Parts of the service that counting guesses needs. */
export const attemptParts = (context: Context): AttemptParts => ({
  database: context.database,
  clock: context.clock,
  attemptLimiter: attemptLimiter(context),
  exhaustedKeys: exhaustedKeys(context),
});
