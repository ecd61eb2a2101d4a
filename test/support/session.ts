// Client that signs in and keeps its session cookie, as a browser does.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { query } from '../../src/db/query.ts';
import type { Answer } from './answer.ts';
import type { Client, RequestOptions } from './client.ts';
import { clientOf } from './client.ts';
import { documentOf } from './documents.ts';
import type { Person, World } from './world.ts';

export const password = 'correct horse battery';

export interface SessionClient extends Client {
  /** Returns the `Cookie` header; empty without a session. */
  readonly cookie: () => string;
  /** Signs in. Tries again while the service is checking too many passwords from the client's address. */
  readonly signIn: (username: string, attributes?: Readonly<Record<string, unknown>>) => Promise<Answer>;
}

const cookieIn = (answer: Answer): string | undefined => {
  const [set] = answer.headers.getSetCookie();
  const pair = set?.split(';')[0];
  return pair?.endsWith('=') === true ? '' : pair;
};

/** Returns a client without a session, or with the session of the given `Cookie` header. */
export const sessionClientOf = (url: string, cookie = ''): SessionClient => {
  const plain = clientOf(url);
  let kept = cookie;
  const request: Client['request'] = async (method, path, options: RequestOptions = {}) => {
    const headers = { ...(kept !== '' && { cookie: kept }), ...options.headers };
    const answer = await plain.request(method, path, { ...options, headers });
    kept = cookieIn(answer) ?? kept;
    return answer;
  };
  const post: Client['post'] = (path, json) => request('POST', path, { json });
  return {
    request,
    get: (path, options) => request('GET', path, options),
    delete: (path, options) => request('DELETE', path, options),
    post,
    patch: (path, json) => request('PATCH', path, { json }),
    put: (path, raw) => request('PUT', path, { raw, headers: { 'content-type': 'application/octet-stream' } }),
    cookie: () => kept,
    signIn: async (username, attributes) => {
      const document = documentOf('sessions', { username, password, ...attributes });
      for (;;) {
        const answer = await post('/session', document);
        if (!isQueueFull(answer)) return answer;
      }
    },
  };
};

/**
 * Whether a 429 response means that too many other passwords from this address are being checked. The response for too
 * many wrong guesses has another message.
 */
const isQueueFull = ({ status, body }: Answer): boolean =>
  status === 429 && body.errors[0].detail.startsWith('Too many requests of this kind');

/** User with a signed-in browser. */
export interface SignedIn extends Person {
  readonly browser: SessionClient;
}

/** Creates a user and signs them in with a password. */
export const signedIn = async (world: World, input: Parameters<World['person']>[0] = {}): Promise<SignedIn> => {
  const person = await world.person({ password, ...input });
  const browser = sessionClientOf(world.url);
  const { status } = await browser.signIn(person.user.username);
  assert.equal(status, 201);
  return { ...person, browser };
};

const lastUseOf = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('sessions').select('last_used_at').where('id', '=', id),
);

/**
 * Waits until a session was last used after the given time, or no longer exists. The service records a use only after
 * it has responded.
 */
export const untilUsed = async ({ context: { database } }: World, id: string, since: number): Promise<void> => {
  for (;;) {
    const row = await database.first(lastUseOf, { id });
    if (row === undefined || Date.parse(row.last_used_at) > since) return;
    await setImmediate();
  }
};
