// Checks requirements that apply to every HTML page.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { Answer } from './answer.ts';

const pageType = 'text/html; charset=utf-8';

export const isPage = ({ headers }: Pick<Answer, 'headers'>): boolean => headers.get('content-type') === pageType;

const entities: readonly (readonly [string, string])[] = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&amp;', '&'],
];

const unescaped = (text: string): string =>
  entities.reduce((result, [entity, character]) => result.replaceAll(entity, character), text);

/** Attributes of an HTML element by name. An attribute without a value is an empty text. */
export type Attributes = Readonly<Record<string, string>>;

const attributesIn = (text: string): Attributes =>
  Object.fromEntries(
    [...text.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );

/** Returns the attributes of all elements with the given element name, in document order. */
export const elementsIn = (page: string, name: string): readonly Attributes[] =>
  [...page.matchAll(new RegExp(`<${name}((?: [^>]*)?)>`, 'g'))].map(([, attributes = '']) => attributesIn(attributes));

/** Returns the visible text of a page, which is its body without tags. */
export const textIn = (page: string): string =>
  unescaped(
    page
      .replace(/^.*<body>/s, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' '),
  ).trim();

const guards = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const assertGuarded = ({ headers }: Answer, where: string, all: Readonly<Record<string, string>> = guards): void => {
  for (const [name, value] of Object.entries(all)) assert.equal(headers.get(name), value, `${where}: ${name}`);
};

/**
 * Whether a page is the console's document. Unlike other pages, the console runs scripts from the service and uses
 * styles with a nonce.
 */
const isConsole = (page: string): boolean => page.includes('<script type="module"');

const consolePolicyOf = (page: string): string => {
  const [, nonce = ''] = /"nonce":"([^"]*)"/.exec(page) ?? [];
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
};

/** Checks that no inline script runs. Script elements may only be data blocks or load files from the service. */
const assertScripts = (page: string, where: string): void => {
  for (const { src, type } of elementsIn(page, 'script')) {
    if (type !== 'application/json') assert.match(src ?? '', /^(\/[\w-]+)?\/console\/assets\/[\w.-]+\.js$/, where);
  }
  assert.doesNotMatch(page, /<iframe|<object|<embed|<base\b|<[^<>]* (style|on[a-z]+)="/i, where);
};

const assertConsole = (answer: Answer, page: string, where: string): void => {
  assert.equal(answer.headers.get('content-security-policy'), consolePolicyOf(page), where);
  assertScripts(page, where);
};

const policyOf = (page: string): string => {
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
};

/** Returns the target of a page's `Refresh` header, which is an identity provider. */
const refreshOf = ({ headers }: Answer): string | undefined => headers.get('refresh')?.replace(/^0;url=/, '');

/** Checks that a page runs no scripts, and neither loads from other servers nor sends to them. */
const assertPlain = (answer: Answer, page: string, where: string): void => {
  const away = refreshOf(answer);
  assert.doesNotMatch(page, /<script|<iframe|<object|<embed|<base\b|<[^<>]* (style|on[a-z]+)="/i, where);
  // Texts by the operator are removed, because their links may have any target.
  const ours = page.replaceAll(/<div class="rich">.*?<\/div>/gs, '');
  for (const { href = '' } of elementsIn(ours, 'a')) {
    if (href !== away) assert.match(href, /^\/(?!\/)/, where);
  }
  for (const { action = '', method } of elementsIn(page, 'form')) {
    assert.match(action, /^\/(?!\/)/, where);
    assert.equal(method, 'post', where);
  }
};

const assertAccessible = (page: string, where: string): void => {
  assert.match(page, /^<!doctype html>\n<html lang="en">/, where);
  assert.match(page, /<title>[^<]+<\/title>/, where);
  assert.equal(page.split('<h1>').length, 2, `${where} has one heading of the first rank`);
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
  assert.equal(new Set(ids).size, ids.length, `${where} names each element once`);
  const labelled = elementsIn(page, 'label').map((label) => label.for);
  for (const { type, id, 'aria-describedby': described = '' } of elementsIn(page, 'input')) {
    if (type !== 'hidden') assert.ok(labelled.includes(id), `${where}: ${id} has a label`);
    for (const each of described.split(' ').filter(Boolean)) assert.ok(ids.includes(each), `${where}: ${each}`);
  }
};

/**
 * Returns a pattern for the allowed redirect targets: paths of this service, and the identity provider for sign-in and
 * sign-out.
 */
const wayFrom = (where: string): RegExp => {
  if (where.startsWith('GET /users/saml/login')) return /^https:/;
  // `http` is allowed, because the tests' providers are on this machine and do not use TLS.
  if (where.startsWith('GET /users/oidc/login')) return /^https?:/;
  return /^\w+ \/users\/saml\/logout/.test(where)
    ? /^https:[^?]+\?SAMLResponse=|^(?:\/[\w-]+)?\/sign-in$/
    : /^\/(?!\/)/;
};

const assetTypes: readonly (string | null)[] = [
  'text/javascript; charset=utf-8',
  'text/css; charset=utf-8',
  'image/svg+xml',
  'font/woff2',
  'image/png',
];

/** Checks that everybody may cache a console file forever, and that browsers use it only as its declared media type. */
const assertAsset = ({ headers }: Answer, where: string): void => {
  assert.ok(assetTypes.includes(headers.get('content-type')), where);
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable', where);
  assert.equal(headers.get('vary'), 'accept-encoding', where);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', where);
  assert.equal(headers.get('set-cookie'), null, where);
};

const documentationPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue default',
].join('; ');

/** Whether a path can be decoded to a text without NUL characters. */
function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

/** Whether a response is a documentation page. Requests that are refused earlier get the general error page. */
const isDocumentation = ({ status }: Answer, where: string): boolean =>
  [200, 404].includes(status) && /^(GET|HEAD) (\/[\w-]+)?\/docs\//.test(where) && isReadable(where);

/**
 * Checks that a documentation page does not depend on the user. Caches may store the page if they revalidate it each
 * time.
 */
const assertDocumentation = (answer: Answer, where: string): void => {
  assertGuarded(answer, where, { ...guards, 'cache-control': 'no-cache' });
  assert.equal(answer.headers.get('content-security-policy'), documentationPolicy, where);
  if (!isPage(answer)) return;
  const page = answer.bytes.toString('utf8');
  for (const { src = '' } of elementsIn(page, 'script'))
    assert.match(src, /^(\/[\w-]+)?\/docs\/assets\/[\w./-]+\.js$/, where);
  assert.doesNotMatch(page, /<style|<iframe|<object|<embed|<base\b|<[^<>]* (style|on[a-z]+)="/i, where);
};

const isAsset = ({ status }: Answer, where: string): boolean =>
  status === 200 && /^(GET|HEAD) (\/[\w-]+)?\/(console|docs)\/assets\//.test(where);

/** Fails unless the response is a valid page or a redirect, with all security headers. */
export const assertPage = (answer: Answer, where: string): void => {
  if (answer.status === 304) return;
  if (isAsset(answer, where)) {
    assertAsset(answer, where);
    return;
  }
  if (isDocumentation(answer, where)) {
    assertDocumentation(answer, where);
    return;
  }
  assertGuarded(answer, where);
  if (answer.status === 303) {
    assert.match(answer.headers.get('location') ?? '', wayFrom(where), where);
    assert.equal(answer.bytes.length, 0, where);
    return;
  }
  assert.ok(isPage(answer), `${where} is no page`);
  const page = answer.bytes.toString('utf8');
  if (isConsole(page)) {
    assertConsole(answer, page, where);
  } else {
    assert.equal(answer.headers.get('content-security-policy'), policyOf(page), where);
    assertPlain(answer, page, where);
    assertAccessible(page, where);
  }
};
