import { ApiError } from '../jsonapi/errors.ts';
import { CommandFailed } from './command.ts';

const notFound = 404;

/** Says what is missing, where a rule says only that something is. */
export const orMissing = async <Value>(finding: Promise<Value>, sentence: string): Promise<Value> => {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ApiError && error.status === notFound) throw new CommandFailed(sentence);
    throw error;
  }
};
