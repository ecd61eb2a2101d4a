// Sends requests to a service, and keeps book: of every secret, of all that was sent and shown, and of the answers that
// must not show any.
import assert from 'node:assert/strict';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Answer } from '../support/answer.ts';
import { openRequest } from '../support/raw.ts';

export interface RequestParts {
  readonly token?: string;
  /** The value of the session's cookie. */
  readonly cookie?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array;
  readonly headers?: OutgoingHttpHeaders;
  /** The status that the answer must have. */
  readonly status?: number;
}

export interface Journal {
  readonly url: string;
  /** Notes a secret; answers its text. */
  readonly keep: (name: string, text: string) => string;
  /** Makes one request; the path is the whole one, as it goes over the wire. */
  readonly request: (method: string, path: string, parts?: RequestParts) => Promise<Answer>;
  /** Notes what was sent or shown elsewhere. */
  readonly note: (text: string) => void;
  readonly secrets: ReadonlyMap<string, string>;
  /** All that was sent and shown: here every secret is. */
  readonly everything: () => Buffer;
  /** Refusals, and answers of the API to readers: they contain no secret. */
  readonly harmless: () => Buffer;
}

const headersOf = ({ token, cookie, json, form, headers }: RequestParts): OutgoingHttpHeaders => ({
  // A number of its own would look like a code now and then.
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

/** A page without what its forms carry: where they lead, what is hidden in them, and the name that was typed. */
const shownOf = (page: string): string =>
  page.replaceAll(/ action="[^"]*"/g, '').replaceAll(/<input [^>]*name="(ticket|to|login)"[^>]*>/g, '');

/** The one resource that shows what it was given (reference, `cost-estimation-settings`). */
const showing = '/api/v2/admin/cost-estimation-settings';

/** Path that answers a read with the link to an archive, and so hands out a secret. */
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

/** The cookie that an answer hands out, noted as a secret. */
export const keptCookie = ({ keep }: Journal, name: string, { headers }: Answer): string => {
  const [, cookie = ''] = /^tipstaff_session=([^;]+)/.exec(headers.getSetCookie()[0] ?? '') ?? [];
  return keep(name, cookie);
};
