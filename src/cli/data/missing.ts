import { ApiError } from '../../jsonapi/errors.ts';
import { CommandFailed } from '../terminal/command.ts';

const notFound = 404;

/** Value of `finding`; undefined where a rule says that it is missing. */
export const orUndefined = async <Value>(finding: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ApiError && error.status === notFound) return undefined;
    throw error;
  }
};

/** Says what is missing, where a rule says only that something is. */
export const orMissing = async <Value>(finding: Promise<Value>, sentence: string): Promise<Value> => {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ApiError && error.status === notFound)
      throw new CommandFailed({ code: 'not-found', detail: sentence });
    throw error;
  }
};
