// Converts failed requests to a service into error messages for the command line.
import { ApiFailure, isMissing } from '../../../client/failure.ts';
import type { CommandProblem } from '../terminal/command.ts';
import { inSentence } from '../terminal/sentences.ts';
import { missingSentence } from './service-missing.ts';

/** Returns the service's error messages, or a description of the failure if there are none. */
export function problemsOf(failure: ApiFailure): readonly CommandProblem[] {
  const sentence = sentenceOf(failure);
  if (failure.problems.length === 0) return [{ detail: sentence }];
  return failure.problems.map(({ code, detail, pointer, title, ...params }) =>
    inSentence({
      code,
      // A detail that only repeats the error's title says no more than the status code, so it is replaced.
      detail: detail === title ? sentence : detail,
      pointer,
      ...(Object.keys(params).length > 0 && { params }),
    }),
  );
}

/** Describes a failure for which the service sent no message. */
function sentenceOf({ status, message, request }: ApiFailure): string {
  if (request === undefined) return message;
  const { service, method, path } = request;
  if (status === 401) return `${service} does not know the token, or the token has expired.`;
  if (status !== 404) return `${service} answered ${status}.`;
  return path.startsWith('/object/')
    ? `${service} no longer accepts the upload: its link has expired or was already used.`
    : (missingSentence(path, method) ??
        `${service} does not have this record, or this token has no permission to read the record.`);
}

/**
 * Whether the service refused the request itself with a 4xx response. False for the responses about an unknown token
 * (401) and a missing record (404).
 */
export const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 401 && !isMissing(error);

/** Returns the problems of a refused request. Rethrows any other error. */
export function refusalIn(error: unknown): readonly CommandProblem[] {
  if (isRefusal(error)) return problemsOf(error);
  throw error;
}

/** Appends a sentence about the outcome of the command to the last problem. */
export const withOutcome = (problems: readonly CommandProblem[], sentence: string): readonly CommandProblem[] =>
  problems.map((problem, index) =>
    index === problems.length - 1 ? { ...problem, detail: `${problem.detail} ${sentence}` } : problem,
  );
