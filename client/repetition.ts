// Prevents duplicate effects when a user repeats a request whose response was lost.
import { newKey } from './key.ts';
import type { WireRequest } from './request.ts';

/** Idempotency keys of requests whose outcome is unknown, by URL path and request body. */
const unanswered = new Map<string, string>();

type Send = (request: WireRequest) => Promise<Response>;

/**
 * Adds an idempotency key to each POST request with a document. If the same request is repeated, it gets the same key
 * until a response shows its outcome. A request with different content gets a new key. The service uses the key only
 * for requests that create a record.
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
