// Sends requests to a service and records all secrets, all data that was sent or received, and the responses that must
// not contain secrets.
import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Answer } from '../support/answer.ts';
import { openRequest } from '../support/raw.ts';

export interface RequestParts {
  readonly token?: string;
  /** Value of the session cookie. */
  readonly cookie?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** Body that is sent unchanged. */
  readonly raw?: string | Uint8Array;
  readonly headers?: OutgoingHttpHeaders;
  /** Expected HTTP status. */
  readonly status?: number;
}

export interface Journal {
  readonly url: string;
  /** Records a secret and returns its text. */
  readonly keep: (name: string, text: string) => string;
  /** Sends one request to a full path, including `/api/v2`. */
  readonly request: (method: string, path: string, parts?: RequestParts) => Promise<Answer>;
  /** Records data that was sent or displayed outside of requests. */
  readonly note: (text: string) => void;
  readonly secrets: ReadonlyMap<string, string>;
  /** Returns all data that was sent or received. It contains every secret. */
  readonly everything: () => Buffer;
  /** Returns all error responses, and API responses to read requests. None of them may contain secrets. */
  readonly harmless: () => Buffer;
}

const headersOf = ({ token, cookie, json, form, headers }: RequestParts): OutgoingHttpHeaders => ({
  // The request id is constant, because a random one could contain the digits of a one-time code by chance.
  'x-request-id': 'request',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(cookie !== undefined && { cookie: `tipstaff_session=${cookie}` }),
  ...(json !== undefined && { 'content-type': 'application/vnd.api+json' }),
  ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  ...headers,
});

const bodyOf = ({ json, form, raw }: RequestParts): string | Uint8Array | undefined => {
  if (json !== undefined) return JSON.stringify(json);
  return form === undefined ? raw : new URLSearchParams(form).toString();
};

/** Returns the HTML of a page without its form actions, hidden inputs and the typed username. */
const shownOf = (page: string): string =>
  page.replaceAll(/ action="[^"]*"/g, '').replaceAll(/<input [^>]*name="(ticket|to|login)"[^>]*>/g, '');

/** The only resource that returns stored credentials when it is read (reference, `cost-estimation-settings`). */
const showing = '/api/v2/admin/cost-estimation-settings';

/** Path that returns the download link of an archive when it is read. The link is a secret. */
const handingOut = /^\/api\/registry\/.*\/download$/;

const isHarmless = (method: string, path: string, status: number): boolean =>
  status >= 400 || (method === 'GET' && path.startsWith('/api/') && path !== showing && !handingOut.test(path));

export const journalOf = (url: string): Journal => {
  const secrets = new Map<string, string>();
  const everything: string[] = [];
  const harmless: string[] = [];
  const send: Journal['request'] = async (method, path, parts = {}) => {
    const headers = headersOf(parts);
    const body = bodyOf(parts);
    const { request, answer } = openRequest(url, { method, path, headers });
    request.end(body);
    const got = await answer;
    assert.equal(got.status, parts.status ?? got.status, `${method} ${path}\n${got.bytes.toString('utf8')}`);
    const shown = `${JSON.stringify([...got.headers])}\n${got.bytes.toString('utf8')}`;
    everything.push(`${method} ${path}\n${JSON.stringify(headers)}\n${body ?? ''}\n${got.status}\n${shown}\n`);
    if (isHarmless(method, path, got.status)) harmless.push(shownOf(shown));
    return got;
  };
  return {
    url,
    keep: (name, text) => {
      secrets.set(name, text);
      return text;
    },
    request: send,
    note: (text) => void everything.push(text),
    secrets,
    everything: () => Buffer.from(everything.join('\n')),
    harmless: () => Buffer.from(harmless.join('\n')),
  };
};

/** Returns the session cookie of a response and records it as a secret. */
export const keptCookie = ({ keep }: Journal, name: string, { headers }: Answer): string => {
  const [, cookie = ''] = /^tipstaff_session=([^;]+)/.exec(headers.getSetCookie()[0] ?? '') ?? [];
  return keep(name, cookie);
};
