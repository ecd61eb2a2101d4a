// Pages of single sign-on for all protocols.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { type Html, html } from '../../../lib/text/html.ts';
import { callout, type PageContent } from '../../../pages/layout.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import type { Site } from '../../../pages/site.ts';
import { type ClaimReading, uses } from '../../../protocols/openid/claim-readings.ts';
import { siteOf } from '../../instance/index.ts';
import type { DryRun } from './dry-run.ts';
import type { Provisioned } from './provisioning.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Redirects a browser to the provider. Browsers block this redirect after a form post from a page of this service. Use
 * `providerPage` in that case.
 */
export function redirectToProvider(context: Context, url: string, headers: Headers = {}): Rendered {
  const redirect = redirectTo(siteOf(context), '/', headers);
  return { ...redirect, headers: { ...redirect.headers, location: url } };
}

/** Page that opens the provider's URL after a form post. */
export function providerPage(context: Context, url: string, headers: Headers): Rendered {
  const body = html`<p><a href="${url}">Continue to your identity provider</a></p>`;
  return refreshingPage(siteOf(context), url, { title: 'Continue to your identity provider', body }, headers);
}

/** Page after a sign-out, which opens the provider's sign-out URL. */
export function signedOutPage(context: Context, url: string, headers: Headers): Rendered {
  const site = siteOf(context);
  const body = html`<p>You are signed out of Tipstaff. <a href="${url}">Sign out of your identity provider, too</a></p>
<p><a href="${site.to('/sign-in')}">Sign in again</a></p>`;
  return refreshingPage(site, url, { title: 'You are signed out', body }, headers);
}

/** Page that opens a URL immediately, with a link for browsers that do not follow the refresh. */
function refreshingPage(site: Site, url: string, content: PageContent, headers: Headers): Rendered {
  // NOTE: browsers would block a redirect here, because `form-action` restricts the targets of forms to this service.
  return pageReply(site, content, 200, { ...headers, refresh: `0;url=${url}` });
}

const noGroups =
  'Your identity provider did not send your groups, so your teams are unknown. Ask your administrator to configure the provider to send groups.';

/**
 * Explanations on the pages of refused sign-ins, by error code. A message that cannot be verified gets the general
 * explanation.
 */
const reasons: Readonly<Record<string, string>> = {
  'groups-not-sent': noGroups,
  'groups-absent': noGroups,
  'not-signed-in-again':
    'Your identity provider did not ask you to sign in again, so the sign-in does not prove that the account is yours.',
  'identity-to-confirm':
    'An administrator must confirm that this account is yours. Ask for the confirmation, then sign in again.',
};

const tryAgain = 'Try again. If it happens again, tell your administrator the time of the attempt.';

/** Protocol-specific content of the page of a refused sign-in. */
interface RefusalParts {
  readonly reason?: string | undefined;
  /** Details that are shown while debugging is on. */
  readonly details?: Html | undefined;
}

/** Page of a refused sign-in. Without details, all messages that cannot be verified get the same page. */
export const refusalPage = (site: Site, code: string, { reason, details }: RefusalParts = {}): PageContent => ({
  title: 'Single sign-on did not work',
  isWrong: true,
  body: html`<p>You are not signed in. ${reason ?? reasons[code] ?? tryAgain}</p>
${details}
<p><a href="${site.to('/sign-in')}">Back to the sign-in page</a></p>`,
});

export const linkedPage = (site: Site): PageContent => ({
  title: 'Your account is linked',
  body: html`<p>You can now sign in with single sign-on.</p>
<p><a href="${site.to('/')}">Back to the start page</a></p>`,
});

export const provedPage = (site: Site): PageContent => ({
  title: 'You confirmed that this account is yours',
  body: html`<p>Make the change within five minutes.</p>
<p><a href="${site.to('/app/me')}">Back to your profile</a></p>`,
});

/** Page of a dry run, shown to the administrator who started it. */
export const dryRunPage = (site: Site, { claims, readings, outcome }: DryRun): PageContent => ({
  title: 'Dry run of a sign-in',
  isWrong: 'refused' in outcome,
  body: html`${
    'refused' in outcome
      ? callout('bad', html`<p><strong>The sign-in would be refused.</strong> ${outcome.refused.detail}</p>`)
      : callout('good', html`<p><strong>The sign-in would succeed.</strong></p>`)
  }
${claims && html`<p>Your name at the identity provider is <strong>${claims.nameId}</strong>.</p>\n`}${
  'provisioned' in outcome && provisionedView(outcome.provisioned)
}
${readings && html`<h2>Claims</h2>\n<dl>\n${readings.map(readingView)}</dl>\n`}<p>Nothing was changed.</p>
<p><a href="${site.to('/app/site/settings')}">Back to the settings</a></p>`,
});

const readingView = ({ use, claim, value, problem }: ClaimReading): Html =>
  html`<dt>${uses[use]}<br><code>${claim}</code></dt><dd>${value ?? 'Not sent'}${
    problem && html`<p class="wrong">${problem}</p>`
  }</dd>\n`;

const matchTexts = {
  known: 'is already linked to this name',
  linked: 'would be linked to this name, because the e-mail address is the same',
  created: 'would be created',
};

const provisionedView = (provisioned: Provisioned): Html => html`<dl>
<dt>Account</dt><dd>${provisioned.user.username} ${matchTexts[provisioned.match]}</dd>
<dt>E-mail address</dt><dd>${provisioned.user.email}</dd>
<dt>Role</dt><dd>${roleText(provisioned)}</dd>
</dl>
<h2>Teams</h2>
<ul>
${provisioned.teams.map(({ organization, team, change }) => html`<li>${organization}/${team}: ${change}</li>\n`)}</ul>
${provisioned.teams.length === 0 && html`<p>None.</p>`}`;

function roleText({ user, wasAdmin }: Provisioned): string {
  const isAdmin = user.is_admin === 1;
  if (isAdmin) return wasAdmin ? 'Site administrator, as before' : 'Would become a site administrator';
  return wasAdmin ? 'Would no longer be a site administrator' : 'User';
}
