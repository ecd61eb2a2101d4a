// A request that a person sends again, since its answer was lost, does nothing twice.
import { newKey } from './key.ts';
import type { WireRequest } from './request.ts';

/** Keys of the requests whose outcome is not known, by what they request. */
const unanswered = new Map<string, string>();

type Send = (request: WireRequest) => Promise<Response>;

/**
 * Gives a POST of a document a key, and the same key to the same request again until an answer says what became of it. A request
 * with other content has another key. The service reads the header where a request makes a record, and ignores it elsewhere.
 */
export const keyed =
  (send: Send): Send =>
  async (request) => {
    const { method, address, headers, body = '' } = request;
    if (method !== 'POST' || typeof body !== 'string') return send(request);
    const content = `${address}\n${body}`;
    const key = unanswered.get(content) ?? newKey();
    unanswered.set(content, key);
    const response = await send({ ...request, headers: { ...headers, 'idempotency-key': key } });
    if (response.status < 500) unanswered.delete(content);
    return response;
  };
