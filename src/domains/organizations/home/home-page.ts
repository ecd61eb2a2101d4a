import type { Session } from '../../../lib/actor.ts';
import { type Html, type HtmlValue, html } from '../../../lib/html.ts';
import type { ShownUser } from '../../accounts/users/users.ts';
import { type Content, form, notice } from '../../instance/pages/layout.ts';
import type { Site } from '../../instance/pages/site.ts';

/** Whom the start page is for. */
export interface Start {
  /** The account that is acted as. */
  readonly account: Pick<ShownUser, 'username' | 'email' | 'is_admin' | 'is_two_factor_verified'>;
  /** Names, and how many there are in all. */
  readonly organizations: readonly string[];
  readonly total: number;
  readonly session: Session;
  /** Whether people sign in through an identity provider, or could if it were enabled. */
  readonly singleSignOn: 'on' | 'ready' | undefined;
}

const back = (site: Site, { owner }: Session): Html =>
  form(site, '/unimpersonate', html`<button>Back to being ${owner.username}</button>`);

const button = (text: string): Html => html`<button class="plain">${text}</button>`;

const below = (content: Html): Html => html`<div class="below">${content}</div>
`;

const signOut = (site: Site): Html => form(site, '/sign-out', button('Sign out'));

const actingAs = (site: Site, { account: { username }, session }: Start): Html | undefined =>
  session.impersonation &&
  notice(
    'warn',
    html`<p>You, <strong>${session.owner.username}</strong>, are acting as <strong>${username}</strong>. What you do is recorded under both names.</p>
<p>Reason: ${session.impersonation.reason}</p>
${back(site, session)}`,
  );

/** Whoever has a password, or is an administrator, is linked to the identity provider by their own doing alone. */
const linking = (site: Site, start: Start): HtmlValue =>
  start.singleSignOn === 'on' && below(form(site, '/users/saml/link', button('Link single sign-on')));

/** Administrators see what a sign-in would do before they enable it. */
const checking = (site: Site, { account, singleSignOn: state }: Start): HtmlValue =>
  state !== undefined &&
  account.is_admin === 1 &&
  below(form(site, '/users/saml/check', button('Check single sign-on')));

const singleSignOn = (site: Site, start: Start): HtmlValue =>
  start.session.impersonation === undefined && [linking(site, start), checking(site, start)];

const membership = (site: Site, { organizations, total }: Start): Html => {
  if (total === 0) {
    return html`<p>You are in no organization yet.</p>
${site.texts.newUser}`;
  }
  const rest = total - organizations.length;
  return html`<ul>
${organizations.map((name) => html`<li><a href="${site.to(`/registry/${name}`)}">${name}</a></li>\n`)}${rest > 0 && html`<li>and ${rest} more</li>\n`}</ul>`;
};

export const startPage = (site: Site, start: Start): Content => {
  const { username, email, is_admin, is_two_factor_verified } = start.account;
  return {
    title: `Hello, ${username}`,
    body: html`${actingAs(site, start)}
<dl>
<dt>Username</dt><dd>${username}</dd>
<dt>E-mail address</dt><dd>${email}</dd>
<dt>Role</dt><dd>${is_admin === 1 ? 'Site administrator' : 'User'}</dd>
<dt>Two-factor authentication</dt><dd>${is_two_factor_verified === 1 ? 'On' : 'Off'}</dd>
</dl>
<h2>Organizations</h2>
${membership(site, start)}
${signOut(site)}${singleSignOn(site, start)}`,
  };
};

/** All that is left of a session whose impersonation ended by itself, or was ended. */
export const overPage = (site: Site, session: Session): Content => ({
  title: 'The impersonation is over',
  body: html`<p>You, <strong>${session.owner.username}</strong>, no longer act as somebody else.</p>
${back(site, session)}
<div class="below">${signOut(site)}</div>`,
});
