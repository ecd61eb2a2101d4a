// Serves the console to browsers. Signed-in users get its HTML document, and others are redirected to the sign-in page.
// The assets are served to everybody.
import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { encodedFor } from '../../http/encoding.ts';
import type { Rendered } from '../../http/reply.ts';
import { unpacker } from '../../http/services.ts';
import { existing } from '../../jsonapi/errors.ts';
import type { Actor } from '../../kernel/actor.ts';
import { html } from '../../lib/text/html.ts';
import { pageHeaders, pageReply, redirectTo } from '../../pages/page-reply.ts';
import { readHeld } from '../../runtime/state/held.ts';
import { impersonationOverPage, providerForms } from '../accounts/index.ts';
import { siteOf } from '../instance/index.ts';
import { type ConsoleBuild, consoleBuild } from './build.ts';
import { consoleDocument } from './document.ts';

/**
 * Opens a page of the console. Without a session, redirects to the sign-in page, which returns to the requested page.
 */
export async function openConsole(
  context: Context,
  actor: Actor,
  path: string,
  build: ConsoleBuild | undefined,
): Promise<Rendered> {
  const site = siteOf(context);
  const { session } = actor;
  if (session === undefined) {
    return redirectTo(site, path === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ to: path })}`);
  }
  if (session.impersonation?.isOver) return pageReply(site, impersonationOverPage(site, session));
  if (build === undefined) return notBuilt(context);
  const nonce = randomBytes(16).toString('base64');
  const providers = await providerForms(context);
  const isAdmin = actor.identity.kind === 'user' && actor.identity.isAdmin;
  const held = isAdmin ? await readHeld(context.database) : undefined;
  return {
    status: 200,
    headers: { ...pageHeaders(site, policyWith(nonce)), 'content-type': 'text/html; charset=utf-8' },
    body: consoleDocument(context, { actor, session, build, nonce, providers, held }).toString(),
  };
}

/**
 * Content security policy of the console. Styles must come from the service or carry the nonce. Scripts must come from
 * the service. Trusted types prevent text from being executed as a script.
 */
const policyWith = (nonce: string): string =>
  [
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

const notBuilt = (context: Context): Rendered => {
  const body = html`<p>The console is not built. Run <code>npm run build:console</code> in the folder of Tipstaff, then reload this page.</p>
<p>The API works without it.</p>`;
  return pageReply(siteOf(context), { title: 'Service unavailable', body, isWrong: true }, 503, {
    'retry-after': '30',
  });
};

/**
 * Serves one of the console's files. The file name contains a hash of the content, so responses can be cached
 * permanently.
 */
export async function openAsset(context: Context, name: string, acceptEncoding: string): Promise<Rendered> {
  const asset = existing(consoleBuild()?.assets.get(name));
  const { headers, chunks } = await encodedFor(asset, acceptEncoding, unpacker(context));
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': asset.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    },
    body: chunks,
  };
}
