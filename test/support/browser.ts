// A browser as far as pages without script need one: it keeps cookies, follows redirects and sends forms.
import assert from 'node:assert/strict';
import { parseSetCookie } from 'cookie';
import type { Answer } from './answer.ts';
import { type Attributes, elementsIn, textIn } from './page.ts';
import { type RawRequest, sendRaw } from './raw.ts';

/** A form of a page, and what it would send untouched. */
export interface Form {
  readonly action: string;
  /** Every input by its name; hidden ones and those that are filled in have a value. */
  readonly fields: Readonly<Record<string, string>>;
  readonly inputs: readonly Attributes[];
  /** Text of its buttons. */
  readonly text: string;
}

/** Page that a person sees in the end, after every redirect. */
export interface Seen {
  /** The path and the query of the page. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly title: string;
  readonly text: string;
  readonly source: string;
  readonly forms: readonly Form[];
  /** The paths of the redirects, from the requested one. */
  readonly way: readonly string[];
}

export interface Browser {
  readonly open: (path: string) => Promise<Seen>;
  /** Fills in and sends the first form of the page whose action begins so. */
  readonly send: (page: Seen, action: string, values?: Readonly<Record<string, string>>) => Promise<Seen>;
  /** The cookies by their names. */
  readonly cookies: Map<string, string>;
  /** Makes one request with the cookies, and takes those that come, but follows no redirect. */
  readonly request: (request: RawRequest) => Promise<Answer>;
}

export interface BrowserOptions {
  readonly refusesCookies?: boolean;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The origin of forms; that of the server by default. */
  readonly origin?: string;
}

const maxRedirects = 5;

const formsIn = (page: string): readonly Form[] =>
  [...page.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)].map(([whole = '', , content = '']) => {
    const inputs = elementsIn(content, 'input');
    const fields = inputs.map(({ name = '', value = '' }) => [name, value]);
    const [form = {}] = elementsIn(whole, 'form');
    return { action: form.action ?? '', fields: Object.fromEntries(fields), inputs, text: textIn(content) };
  });

/** The page in an answer. */
export const seen = (answer: Answer, path: string, way: readonly string[]): Seen => {
  const source = answer.bytes.toString('utf8');
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(source) ?? [];
  const { status, headers } = answer;
  return { path, status, headers, title, text: textIn(source), source, forms: formsIn(source), way };
};

/** A browser of somebody's own. */
export const browserOf = (url: string, { refusesCookies, headers, origin = url }: BrowserOptions = {}): Browser => {
  const cookies = new Map<string, string>();
  const keep = (text: string): void => {
    const { name, value = '', maxAge } = parseSetCookie(text);
    if (maxAge === 0) cookies.delete(name);
    else if (refusesCookies !== true) cookies.set(name, value);
  };
  const request: Browser['request'] = async (request) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await sendRaw(url, {
      ...request,
      headers: { accept: 'text/html,*/*;q=0.8', ...headers, ...(cookie !== '' && { cookie }), ...request.headers },
    });
    for (const text of answer.headers.getSetCookie()) keep(text);
    return answer;
  };
  const follow = async (rawRequest: RawRequest, way: readonly string[] = []): Promise<Seen> => {
    const answer = await request(rawRequest);
    if (answer.status !== 303) return seen(answer, rawRequest.path, [...way, rawRequest.path]);
    assert.ok(way.length < maxRedirects, `redirects lead nowhere: ${way.join(' → ')}`);
    return follow({ method: 'GET', path: answer.headers.get('location') ?? '' }, [...way, rawRequest.path]);
  };
  return {
    cookies,
    request,
    open: (path) => follow({ method: 'GET', path }),
    send: (page, action, values = {}) => {
      const form = page.forms.find((each) => each.action.startsWith(action));
      assert.ok(form, `${page.path} has no form to ${action}`);
      return follow({
        method: 'POST',
        path: form.action,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin, 'sec-fetch-site': 'same-origin' },
        body: Buffer.from(new URLSearchParams({ ...form.fields, ...values }).toString()),
      });
    },
  };
};
