// Service instance with a simulated clock. The clock starts in the past and advances with each event of the demo.
import { closeGently } from '../../src/cli/data/shutdown.ts';
import type { Config } from '../../src/config.ts';
import { type Context, openContext } from '../../src/context.ts';
import { initialAdminToken } from '../../src/domains/accounts/index.ts';
import { jobsOf, wiring } from '../../src/domains/index.ts';
import { engineChoice, jobParts } from '../../src/domains/instance/index.ts';
import { engineOfService } from '../../src/effects/policy-engine/engine-choice.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { buildServer } from '../../src/server.ts';

export const day = 86_400_000;

export interface Instance extends AsyncDisposable {
  readonly url: string;
  readonly context: Context;
  /** Signal that cancels all requests when it is aborted. */
  readonly signal: AbortSignal;
  /** Token for creating the first administrator. */
  readonly initialAdminToken: string;
  /** Advances the clock to the given number of days before today. The clock never moves backwards. */
  readonly moveTo: (daysAgo: number) => void;
  /** Simulated time in ms since 1970. */
  readonly now: () => number;
  /** Runs the named jobs once or, without names, each job that is due. */
  readonly runJobs: (...names: readonly string[]) => Promise<void>;
}

/** Opens an instance whose clock starts the given number of days ago. */
export async function openInstance(config: Config, daysAgo: number, signal: AbortSignal): Promise<Instance> {
  const present = Date.now();
  let behind = daysAgo * day;
  const now = (): number => Date.now() - behind;
  await using stack = new AsyncDisposableStack();
  const engine = await engineOfService(config);
  const context = stack.use(await openContext(config, wiring, { clock: { now } }));
  engineChoice.provide(context, engine);
  // The rate limiter gets a clock that advances by one minute with each request, so that requests are not limited.
  let minutes = 0;
  const app = buildServer(context, () => 60_000 * minutes++);
  stack.defer(() => closeGently(app));
  const url = await app.listen(config);
  await context.listensOn(Number(new URL(url).port));
  const token = (await initialAdminToken(context)) ?? '';
  const opened = stack.move();
  return {
    url,
    context,
    signal,
    initialAdminToken: token,
    moveTo: (days) => {
      behind = Math.min(behind, Date.now() - (present - days * day));
    },
    now,
    runJobs: async (...names) => {
      const jobs = jobsOf(context).filter(({ name }) => names.length === 0 || names.includes(name));
      for (const job of jobs) await runOnce(jobParts(context), job);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
