import type { Context } from '../context.ts';
import { ApiError, errorDocument, unavailable } from '../jsonapi/errors.ts';
import { jsonApiType } from '../jsonapi/payload.ts';
import { Unavailable } from '../lib/unavailable.ts';
import type { Rendered } from './reply.ts';

const retrySeconds = 2;

/** What any thrown value is to the client; what is not an answer is our fault, told only to the log. */
const answerTo = ({ log }: Context, error: unknown, requestId: string): ApiError => {
  if (error instanceof ApiError) return error;
  if (error instanceof Unavailable) {
    log.warn({ request: requestId, error }, 'something the service needs does not answer');
    return unavailable(retrySeconds);
  }
  log.error({ request: requestId, error }, 'a request failed');
  return new ApiError(500);
};

/** Renders a failure; the one place where errors become answers. */
export const renderError = (context: Context, error: unknown, requestId: string): Rendered => {
  const answer = answerTo(context, error, requestId);
  return {
    status: answer.status,
    headers: { 'content-type': jsonApiType, ...answer.headers },
    body: JSON.stringify(errorDocument(answer)),
  };
};
