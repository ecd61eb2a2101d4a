import { randomInt } from 'node:crypto';
import type { Context } from '../context.ts';
import { ApiError, errorDocument, tooManyRequests, unavailable } from '../jsonapi/errors.ts';
import { jsonApiType } from '../jsonapi/payload.ts';
import { Busy, Damaged, OutcomeUnknown, Overloaded, Unavailable } from '../lib/errors/unavailable.ts';
import type { Rendered } from './reply.ts';

const retrySeconds = 2;
/**
 * Returns a random time in seconds until the next attempt. It differs between clients that are refused together, so
 * that they do not all retry at the same time.
 */
const randomWait = () => randomInt(2, 9);
const queueFull = 'Too many requests of this kind are waiting. Send the request again later.';
const unknownOutcome =
  'The service failed while it stored this change, so it is unknown whether the change was made. Check whether the change was made before you send the request again.';

/** Renders an error response. `requestId` identifies the request for its sender. */
export type ShowFailure = (failure: ApiError, requestId: string) => Rendered;

/**
 * Returns the error response for a thrown value. An unexpected error becomes an internal error, whose details are only
 * in the log.
 */
export const failureOf = ({ log }: Context, error: unknown, requestId: string): ApiError => {
  if (error instanceof ApiError) return error;
  if (error instanceof Overloaded) return unavailable(retrySeconds, error.detail);
  if (error instanceof Busy) return tooManyRequests(error.detail ?? queueFull, { 'retry-after': String(randomWait()) });
  if (error instanceof Damaged) {
    log.error({ request: requestId, error }, 'the database is damaged: run "tipstaff doctor"');
    return unavailable(retrySeconds);
  }
  if (error instanceof OutcomeUnknown) {
    log.error({ request: requestId, error }, 'a commit was interrupted: the change may or may not have been stored');
    return unavailable(retrySeconds, error.detail ?? unknownOutcome, 'outcome-unknown');
  }
  if (error instanceof Unavailable) {
    log.warn({ request: requestId, error }, 'the database or another dependency of the service does not respond');
    return unavailable(retrySeconds);
  }
  log.error({ request: requestId, error }, 'a request failed');
  return new ApiError(500);
};

/** Renders an error as a JSON:API document. */
export const showDocument: ShowFailure = (failure) => ({
  status: failure.status,
  headers: { 'content-type': jsonApiType, ...failure.headers },
  body: JSON.stringify(errorDocument(failure)),
});
