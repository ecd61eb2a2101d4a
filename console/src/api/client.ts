// API client that uses the browser's session.
import { newClient } from '../../../client/client.ts';
import { isOnly } from '../../../client/failure.ts';
import { sessionTransport } from '../../../client/session-transport.ts';
import { pathTo as wirePath } from '../../../client/vocabulary.ts';
import { boot, pathTo } from './boot.ts';
import { noteServiceTime } from './service-clock.ts';

export type { Resource } from '../../../client/operations.ts';

/**
 * Reloads the page if the session has ended. The service then redirects to the sign-in page and, after the sign-in,
 * back to this page.
 */
const transport = sessionTransport({
  prefix: boot.prefix,
  onResponse: noteServiceTime,
  // The session has ended only if the error code is `unauthorized`. Other codes with status 401 have other causes, such
  // as a wrong one-time code.
  onRefusal: ({ status, problems }) => {
    if (status === 401 && isOnly('unauthorized', problems)) location.reload();
  },
});

export const client = newClient(transport, boot.vocabulary);

/** Converts a path of the API to the path that the browser requests, in the vocabulary of the service. */
export const addressOf = (path: string): string => pathTo(wirePath(boot.vocabulary, path));
