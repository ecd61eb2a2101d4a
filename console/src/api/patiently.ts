// Requests of many pages, one after the other.
import { ApiFailure } from './failure.ts';

const secondOver = () => new Promise((resolve) => setTimeout(resolve, 1_000));

/** Waits where the service asks to. */
export async function patiently<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 429) throw error;
      await secondOver();
    }
  }
}
