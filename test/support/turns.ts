import type { Turn } from '../../src/runtime/jobs/jobs.ts';
import type { World } from './world.ts';

/**
 * Returns one run of a background job. It calls `act` at the given moment before or after one of the job's
 * transactions, such as `before 1`.
 */
export const turnWith = ({ context }: World, moment: string, act: () => Promise<unknown>): Turn => {
  let count = 0;
  return {
    signal: new AbortController().signal,
    transaction: async (work) => {
      count += 1;
      const [before, after] = [`before ${count}`, `after ${count}`];
      if (moment === before) await act();
      const result = await context.database.transaction(work);
      if (moment === after) await act();
      return result;
    },
  };
};
