// The typed client of the public API. Requests carry the session's cookie.
import createClient, { type Middleware } from 'openapi-fetch';
import { boot, pathTo } from './boot.ts';
import { parseExactly } from './exact-json.ts';
import { answerOf, failureOf, isOnly, problemsIn } from './failure.ts';
import { repeatable } from './repetition.ts';
import type { components, paths } from './schema.d.ts';
import { vocabularyOf } from './vocabulary.ts';

/** A resource of the API by the name of its type, such as `Resource<'organizations'>`. */
export type Resource<Type extends keyof components['schemas']> = components['schemas'][Type];

const jsonApi = 'application/vnd.api+json';
const vocabulary = vocabularyOf(boot.words);

const isDocument = (headers: Headers): boolean => headers.get('content-type')?.startsWith(jsonApi) === true;

/** The words of the description become those of the service, and back. */
const translated: Middleware = {
  onRequest: async ({ request }) => {
    if (vocabulary.isNeutral) return undefined;
    const { pathname, search, origin } = new URL(request.url);
    const own = pathname + search;
    const wire = vocabulary.path(own);
    const { method, headers, signal } = request;
    // The header says what a body would be; reads and many acts have none.
    const text = isDocument(headers) ? await request.clone().text() : '';
    if (text === '') return wire === own ? undefined : new Request(origin + wire, request);
    const body = JSON.stringify(vocabulary.toWire(JSON.parse(text)));
    return new Request(origin + wire, { method, headers, signal, body });
  },
  onResponse: async ({ response }) => {
    if (vocabulary.isNeutral || !isDocument(response.headers)) return undefined;
    const { status, statusText, headers } = response;
    const text = await response.text();
    const body = text === '' ? null : JSON.stringify(vocabulary.fromWire(parseExactly(text)));
    return new Response(body, { status, statusText, headers });
  },
};

/** Refused credentials of others, such as a mail server's, are a 401 of another code. */
const isSessionOver = async (response: Response): Promise<boolean> => {
  if (response.status !== 401) return false;
  const document: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isOnly('unauthorized', problemsIn(document));
};

/** The document of a session that ended leads to the sign-in, and from there back here. */
const signedInOnly: Middleware = {
  onResponse: async ({ response }) => {
    if (await isSessionOver(response)) location.reload();
  },
};

export const api = createClient<paths>({
  baseUrl: boot.prefix,
  headers: { 'content-type': jsonApi, accept: jsonApi },
  // Lists in a query are separated by commas.
  querySerializer: { array: { style: 'form', explode: false } },
  // Passed at the time of the request, so that tests can stand in front of it.
  fetch: (request) => globalThis.fetch(request),
});
api.use(repeatable, translated, signedInOnly);

/** A path of the API as the browser requests it, in the words of the service. */
export const addressOf = (path: string): string => pathTo(vocabulary.isNeutral ? path : vocabulary.path(path));

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** Data of an answer, with the entity tag that `If-Match` takes. */
export interface Tagged<Data> {
  readonly data: Data;
  readonly etag: string | undefined;
}

/** The header that lets a change through only while the record is still that of the tag. */
export const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { 'If-Match': etag });

/** The document of an answer; throws an `ApiFailure` with the problems of a refusal. */
export async function read<Data>(request: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await answerOf(request);
  if (error !== undefined || !response.ok) throw failureOf(response, error);
  if (data === undefined || data === null) throw failureOf(response, undefined);
  return data;
}

/** The options of a query whose document is read by `readExactly`: one of its numbers is an object that has to stay what it is. */
export const exactQuery = { structuralSharing: false } as const;

/** The document of an answer to a request with `parseAs: 'text'`, whose numbers stay as they are written. */
export const readExactly = async <Data>(request: Promise<Answer<string>>): Promise<Data> =>
  parseExactly(await read(request));

/** The document of an answer, and its entity tag. */
export async function readTagged<Data>(request: Promise<Answer<Data>>): Promise<Tagged<NonNullable<Data>>> {
  const answered = await answerOf(request);
  const data = await read(Promise.resolve(answered));
  return { data, etag: answered.response.headers.get('etag') ?? undefined };
}

/** Makes a request whose answer has no document. */
export async function send(request: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await answerOf(request);
  if (error !== undefined || !response.ok) throw failureOf(response, error);
}
