// Pages of SAML single sign-on.
import { type Html, html } from '../../../lib/text/html.ts';
import type { PageContent } from '../../../pages/layout.ts';
import type { Site } from '../../../pages/site.ts';
import type { SignInError } from '../../../protocols/sign-in/error.ts';
import { refusalPage as commonRefusalPage } from '../single-sign-on/pages.ts';
import { detailOf } from '../single-sign-on/refusals.ts';
import { samlProtocol } from './rules.ts';

/** Details of a refused message for the page that is shown while debugging is on. */
export interface RefusedMessage {
  readonly xml: string;
  readonly error: SignInError;
}

const notSetUp =
  'Single sign-on is misconfigured: nobody can sign in with it until an administrator corrects the settings.';

/** Explanations of settings errors that prevent all sign-ins, by error code. */
const reasons: Readonly<Record<string, string>> = {
  'idp-certificate-unreadable': notSetUp,
  'private-key-unreadable': notSetUp,
};

/** Page of a refused sign-in. While debugging is off, all messages that cannot be verified get the same page. */
export const refusalPage = (site: Site, code: string, refused?: RefusedMessage): PageContent =>
  commonRefusalPage(site, code, { reason: reasons[code], details: refused && refusedMessage('response', refused) });

/** Page of a refused sign-out. The page shows the reason only while debugging is on. */
export const logoutRefusalPage = (site: Site, refused?: RefusedMessage): PageContent => ({
  title: 'Signing out did not work',
  isWrong: true,
  body: html`<p>The request from your identity provider to sign you out was refused. You may still be signed in to Tipstaff.</p>
${refused && refusedMessage('request', refused)}
<p><a href="${site.to('/')}">Go to the start page to sign out</a></p>`,
});

/** Page that shows the SAML response after a sign-in while debugging is on. */
export const debugPage = (site: Site, path: string, xml: string): PageContent => ({
  title: 'You are signed in',
  body: html`<p><a href="${site.to(path)}">Continue</a></p>
<p class="quiet">You see this page because SAML debugging is on.</p>
${messageView('response', xml)}`,
});

const refusedMessage = (name: string, { xml, error }: RefusedMessage): Html =>
  html`<p><code>${error.code}</code>: ${detailOf(samlProtocol, error)}</p>\n${messageView(name, xml)}`;

const maxShown = 100_000;

/** Shows a received message. Only the browser that sent the message sees it. */
const messageView = (name: string, xml: string): Html => html`<h2>SAML ${name}</h2>
<pre class="own">${xml.slice(0, maxShown)}</pre>`;

/** Decodes a posted message without checking whether it is valid. */
export function decodedMessage(field: string): string {
  return Buffer.from(field, 'base64').toString('utf8');
}
