// Minimal browser for pages without scripts. It keeps cookies, follows redirects and submits forms.
import assert from 'node:assert/strict';
import { parseSetCookie } from 'cookie';
import type { Answer } from './answer.ts';
import { type Attributes, elementsIn, textIn } from './page.ts';
import { type RawRequest, sendRaw } from './raw.ts';

/** HTML form, with the values that it would submit if a user changed nothing. */
export interface Form {
  readonly action: string;
  /** Values by input name, for all inputs that have a value, including hidden inputs. */
  readonly fields: Readonly<Record<string, string>>;
  readonly inputs: readonly Attributes[];
  /** Text on the form's buttons. */
  readonly text: string;
}

/** Page that the browser displays after all redirects. */
export interface Seen {
  /** Path and query of the page. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly title: string;
  readonly text: string;
  readonly source: string;
  readonly forms: readonly Form[];
  /** Paths of the redirects, beginning with the requested path. */
  readonly way: readonly string[];
}

export interface Browser {
  readonly open: (path: string) => Promise<Seen>;
  /** Fills in and submits the page's first form whose action begins with `action`. */
  readonly send: (page: Seen, action: string, values?: Readonly<Record<string, string>>) => Promise<Seen>;
  /** Cookies by name. */
  readonly cookies: Map<string, string>;
  /** Sends one request with the cookies and stores cookies from the response, but does not follow a redirect. */
  readonly request: (request: RawRequest) => Promise<Answer>;
}

export interface BrowserOptions {
  readonly refusesCookies?: boolean;
  /** Headers that are sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `Origin` header of form submissions; by default the server's origin. */
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

/** Parses the page in a response. */
export const seen = (answer: Answer, path: string, way: readonly string[]): Seen => {
  const source = answer.bytes.toString('utf8');
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(source) ?? [];
  const { status, headers } = answer;
  return { path, status, headers, title, text: textIn(source), source, forms: formsIn(source), way };
};

/** Returns a new browser without cookies. */
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
