// The pages of single sign-on by SAML.
import { type Html, html } from '../../../lib/text/html.ts';
import type { PageContent } from '../../../pages/layout.ts';
import type { Site } from '../../../pages/site.ts';
import type { SignInError } from '../../../protocols/sign-in/error.ts';
import { refusalPage as commonRefusalPage } from '../single-sign-on/pages.ts';
import { detailOf } from '../single-sign-on/refusals.ts';
import { samlProtocol } from './rules.ts';

/** A refused message, as debugging shows it. */
export interface RefusedMessage {
  readonly xml: string;
  readonly error: SignInError;
}

const notSetUp =
  'Single sign-on is misconfigured: nobody can sign in with it until an administrator corrects the settings.';

/** Sentences about settings with which no sign-in works, by code. */
const reasons: Readonly<Record<string, string>> = {
  'idp-certificate-unreadable': notSetUp,
  'private-key-unreadable': notSetUp,
};

/** The page of a refused sign-in. Without debugging it is the same for every message that proves nothing. */
export const refusalPage = (site: Site, code: string, refused?: RefusedMessage): PageContent =>
  commonRefusalPage(site, code, { reason: reasons[code], details: refused && refusedMessage('response', refused) });

/** The page of a refused sign-out. Without debugging it is the same for every reason. */
export const logoutRefusalPage = (site: Site, refused?: RefusedMessage): PageContent => ({
  title: 'Signing out did not work',
  isWrong: true,
  body: html`<p>The request of your identity provider was refused. You may still be signed in here.</p>
${refused && refusedMessage('request', refused)}
<p><a href="${site.to('/')}">Go to the start page to sign out</a></p>`,
});

/** The page on which debugging pauses after a sign-in. */
export const debugPage = (site: Site, path: string, xml: string): PageContent => ({
  title: 'You are signed in',
  body: html`<p><a href="${site.to(path)}">Continue</a></p>
<p class="quiet">You see this page because SAML debugging is on.</p>
${messageView('response', xml)}`,
});

const refusedMessage = (name: string, { xml, error }: RefusedMessage): Html =>
  html`<p><code>${error.code}</code>: ${detailOf(samlProtocol, error)}</p>\n${messageView(name, xml)}`;

const maxShown = 100_000;

/** A message as it came. Only the browser that sent it sees it. */
const messageView = (name: string, xml: string): Html => html`<h2>SAML ${name}</h2>
<pre class="own">${xml.slice(0, maxShown)}</pre>`;

/** The text of a posted message, whether or not it is valid. */
export function decodedMessage(field: string): string {
  return Buffer.from(field, 'base64').toString('utf8');
}
