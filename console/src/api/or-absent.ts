import { ApiFailure } from '../../../client/failure.ts';

/** The value of a request; undefined if there is nothing at its path. */
export async function orAbsent<Value>(request: Promise<Value>): Promise<Value | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return undefined;
    throw error;
  }
}
