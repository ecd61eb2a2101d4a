// Runs code checks while an upload waits for the result. The duration and the number of checks per organization are
// limited.
import type { Context } from '../../../context.ts';
import { within } from '../../../lib/concurrency/time-limit.ts';
import { Busy } from '../../../lib/errors/unavailable.ts';
import { type EngineContext, onBehalf } from '../on-behalf.ts';
import { codeCheckIntake } from '../services.ts';

type Check<Result> = (context: EngineContext, signal: AbortSignal) => Promise<Result>;

/**
 * Runs a check; undefined if the check takes longer than `maxWait` ms. Throws `Busy` if the organization has too many
 * checks in progress.
 */
export const checkWithin = <Result>(
  context: Context | EngineContext,
  organization: string,
  maxWait: number,
  check: Check<Result>,
): Promise<Result | undefined> =>
  within(maxWait, (signal) =>
    codeCheckIntake(context).limited(organization, () => check(onBehalf(context, { signal }), signal)),
  );

/**
 * Runs a check that must finish before the upload is stored. Throws `Busy` if the check takes longer than `maxWait` ms.
 */
export async function requiredCheck<Result>(...call: Parameters<typeof checkWithin<Result>>): Promise<Result> {
  const result = await checkWithin<Result>(...call);
  if (result === undefined) throw new Busy('the policy engine is overloaded');
  return result;
}
