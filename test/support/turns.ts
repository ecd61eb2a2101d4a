import type { Turn } from '../../src/runtime/jobs/jobs.ts';
import type { World } from './world.ts';

/** Returns one run of a job that calls `act` before or after one of its transactions, such as `before 1`. */
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
