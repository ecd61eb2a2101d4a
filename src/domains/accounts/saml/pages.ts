// What browsers are shown on their way to the provider and back.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { type Html, html } from '../../../lib/html.ts';
import type { Content } from '../../instance/pages/layout.ts';
import { pageAnswer, wayTo } from '../../instance/pages/pages.ts';
import { type Site, siteOf } from '../../instance/pages/site.ts';
import { explanations, type Reason } from './refused.ts';
import type { Rehearsed } from './rehearsal.ts';
import type { Settled } from './settle.ts';

type Headers = Readonly<Record<string, string>>;

const longestShown = 100_000;

/** A message as a form carries it, whatever it is. */
export const unpacked = (field: string): string => Buffer.from(field, 'base64').toString('utf8');

/** A message as it came, to be looked at; whoever sent it sees it, whatever it is. */
const messageView = (name: string, xml: string): Html => html`<h2>SAML ${name}</h2>
<pre class="own">${xml.slice(0, longestShown)}</pre>`;

/** What debugging shows: the message that was refused, and why. */
export interface Seen {
  readonly xml: string;
  readonly reason: Reason;
}

const seenView = (name: string, { xml, reason }: Seen): Html =>
  html`<p><code>${reason}</code>: ${explanations[reason]}</p>\n${messageView(name, xml)}`;

/** The same for everybody who is not let in, whatever the reason; but for those who debug. */
export const refusalPage = (site: Site, seen?: Seen): Content => ({
  title: 'Single sign-on did not work',
  isWrong: true,
  body: html`<p>You have not been signed in. Try again; if it happens again, tell your administrator when it was.</p>
${seen && seenView('response', seen)}
<p><a href="${site.to('/sign-in')}">Back to signing in</a></p>`,
});

/** The same for every sign-out of the provider's that is refused. */
export const logoutRefusalPage = (site: Site, seen?: Seen): Content => ({
  title: 'Signing out did not work',
  isWrong: true,
  body: html`<p>What your identity provider asked for was not done. You may still be signed in here.</p>
${seen && seenView('request', seen)}
<p><a href="${site.to('/')}">Go to the start page to sign out</a></p>`,
});

/** Where debugging pauses after a sign-in. */
export const debugPage = (site: Site, path: string, xml: string): Content => ({
  title: 'You are signed in',
  body: html`<p><a href="${site.to(path)}">Go on</a></p>
<p class="quiet">You see this because SAML debugging is on.</p>
${messageView('response', xml)}`,
});

export const linkedPage = (site: Site): Content => ({
  title: 'Your account is linked',
  body: html`<p>From now on you can sign in with single sign-on, too.</p>
<p><a href="${site.to('/')}">Back to the start</a></p>`,
});

/** Sends a browser on to the provider, where no form of ours came before. */
export const wayToProvider = (context: Context, address: string, headers: Headers = {}): Rendered => {
  const answer = wayTo(siteOf(context), '/', headers);
  return { ...answer, headers: { ...answer.headers, location: address } };
};

/** Sends a browser on to the provider: at once, or by the link where a browser does not do so by itself. */
const awayAnswer = (site: Site, address: string, content: Content, headers: Headers): Rendered =>
  // NOTE: a redirect would be no way there: what a form of ours leads to must be ours (`form-action`).
  pageAnswer(site, content, 200, { ...headers, refresh: `0;url=${address}` });

export const departureAnswer = (context: Context, address: string, headers: Headers): Rendered => {
  const body = html`<p><a href="${address}">Go on to your identity provider</a></p>`;
  return awayAnswer(siteOf(context), address, { title: 'On to your identity provider', body }, headers);
};

export const signedOutAnswer = (context: Context, address: string, headers: Headers): Rendered => {
  const site = siteOf(context);
  const body = html`<p>You are signed out here. <a href="${address}">Sign out at your identity provider, too</a></p>
<p><a href="${site.to('/sign-in')}">Sign in again</a></p>`;
  return awayAnswer(site, address, { title: 'You are signed out', body }, headers);
};

const how = {
  known: 'is linked to this name already',
  linked: 'would be linked to this name, by the e-mail address',
  created: 'would be created',
};

const standing = ({ user, wasAdmin }: Settled): string => {
  const isAdmin = user.is_admin === 1;
  if (isAdmin) return wasAdmin ? 'Site administrator, as before' : 'Would become a site administrator';
  return wasAdmin ? 'Would no longer be a site administrator' : 'User';
};

const settledView = (settled: Settled): Html => html`<dl>
<dt>Account</dt><dd>${settled.user.username} ${how[settled.how]}</dd>
<dt>E-mail address</dt><dd>${settled.user.email}</dd>
<dt>Role</dt><dd>${standing(settled)}</dd>
</dl>
<h2>Teams</h2>
<ul>
${settled.teams.map(({ organization, team, change }) => html`<li>${organization}/${team}: ${change}</li>\n`)}</ul>
${settled.teams.length === 0 && html`<p>None.</p>`}`;

/** What a sign-in would have done, for the administrator who tried it. */
export const rehearsalPage = (site: Site, { claims, outcome }: Rehearsed): Content => ({
  title: 'What a sign-in would do',
  isWrong: 'refused' in outcome,
  body: html`${claims && html`<p>The identity provider calls you <strong>${claims.nameId}</strong>.</p>\n`}${
    'refused' in outcome
      ? html`<p>You would be refused: ${explanations[outcome.refused]}</p>`
      : settledView(outcome.settled)
  }
<p>Nothing was changed.</p>
<p><a href="${site.to('/')}">Back to the start</a></p>`,
});
