import { ApiError } from '../../jsonapi/errors.ts';
import { CommandFailed } from '../terminal/command.ts';

const notFound = 404;

/** Returns the result of the lookup `finding`; undefined if it fails with a not-found error. */
export const undefinedIfMissing = async <Value>(finding: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ApiError && error.status === notFound) return undefined;
    throw error;
  }
};

/** Returns the result of the lookup `finding`. Replaces a not-found error by an error with the given message. */
export const orMissing = async <Value>(finding: Promise<Value>, sentence: string): Promise<Value> => {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ApiError && error.status === notFound)
      throw new CommandFailed({ code: 'not-found', detail: sentence });
    throw error;
  }
};
