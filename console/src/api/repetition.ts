// A request that is sent again, since its answer was lost, does nothing twice.
import type { Middleware } from 'openapi-fetch';

const header = 'Idempotency-Key';

/** Keys of the requests whose outcome is not known, by what they request. */
const unanswered = new Map<string, string>();

/** No UUID, since browsers make one only for pages with TLS. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/**
 * Gives a POST a key, and the same key to the same request again until an answer says what became of it. A request with
 * other content has another key. The service reads the header where a request makes a record, and ignores it elsewhere.
 */
export const repeatable: Middleware = {
  onRequest: async ({ request }) => {
    if (request.method !== 'POST') return;
    const content = `${request.url}\n${await request.clone().text()}`;
    const key = unanswered.get(content) ?? newKey();
    unanswered.set(content, key);
    request.headers.set(header, key);
  },
  onResponse: ({ request, response }) => {
    if (response.status >= 500) return;
    for (const [content, key] of unanswered) {
      if (key === request.headers.get(header)) unanswered.delete(content);
    }
  },
};
