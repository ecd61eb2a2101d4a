// The client of the public API, with the session of this browser.
import { newClient } from '../../../client/client.ts';
import { isOnly } from '../../../client/failure.ts';
import { sessionTransport } from '../../../client/session-transport.ts';
import { pathTo as wirePath } from '../../../client/vocabulary.ts';
import { boot, pathTo } from './boot.ts';

export type { Resource } from '../../../client/operations.ts';

/** The document of a session that ended leads to the sign-in, and from there back here. */
const transport = sessionTransport({
  prefix: boot.prefix,
  // Refused credentials of others, such as a mail server's, are a 401 of another code.
  onRefusal: ({ status, problems }) => {
    if (status === 401 && isOnly('unauthorized', problems)) location.reload();
  },
});

export const client = newClient(transport, boot.vocabulary);

/** A path of the API as the browser requests it, in the words of the service. */
export const addressOf = (path: string): string => pathTo(wirePath(boot.vocabulary, path));
