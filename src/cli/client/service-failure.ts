// Failures of requests to a service, in the words of the command line.
import { ApiFailure, isMissing } from '../../../client/failure.ts';
import type { CommandProblem } from '../terminal/command.ts';
import { inSentence } from '../terminal/sentences.ts';
import { missingSentence } from './service-missing.ts';

/** What the service says, or what happened, in sentences. */
export function problemsOf(failure: ApiFailure): readonly CommandProblem[] {
  const sentence = sentenceOf(failure);
  if (failure.problems.length === 0) return [{ detail: sentence }];
  return failure.problems.map(({ code, detail, pointer, title, ...params }) =>
    inSentence({
      code,
      // The title says no more than the status.
      detail: detail === title ? sentence : detail,
      pointer,
      ...(Object.keys(params).length > 0 && { params }),
    }),
  );
}

/** A sentence about a failure for which the service has none. */
function sentenceOf({ status, message, request }: ApiFailure): string {
  if (request === undefined) return message;
  const { service, method, path } = request;
  if (status === 401) return `${service} does not know the token, or it has expired.`;
  if (status !== 404) return `${service} answered ${status}.`;
  return path.startsWith('/object/')
    ? `${service} does not take the upload any more: its link has expired, or somebody else has used it.`
    : (missingSentence(path, method) ?? `${service} has nothing there that this token may see.`);
}

/** Whether the service has such a record, knows the token, and refuses what was asked for. */
export const isRefusal = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 401 && !isMissing(error);

/** The problems of a refusal; throws any other error again. */
export function refusalIn(error: unknown): readonly CommandProblem[] {
  if (isRefusal(error)) return problemsOf(error);
  throw error;
}

/** Problems, the last one with a sentence about what they left as it was. */
export const withOutcome = (problems: readonly CommandProblem[], sentence: string): readonly CommandProblem[] =>
  problems.map((problem, index) =>
    index === problems.length - 1 ? { ...problem, detail: `${problem.detail} ${sentence}` } : problem,
  );
