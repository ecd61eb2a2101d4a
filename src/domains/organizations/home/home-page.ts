import type { Session } from '../../../lib/actor.ts';
import { type Html, type HtmlValue, html } from '../../../lib/html.ts';
import {
  hasNoAddress,
  type ShownUser,
  signOutForm,
  stopImpersonatingForm,
  type TwoFactorRequirement,
} from '../../accounts/index.ts';
import { callout, form, type PageContent, type Site } from '../../instance/index.ts';

export interface Home {
  /** In an impersonation, the account that the session acts as. */
  readonly account: Pick<ShownUser, 'username' | 'email' | 'wanted_email' | 'is_admin' | 'is_two_factor_verified'>;
  /** The names of the first organizations; `total` counts all. */
  readonly organizations: readonly string[];
  readonly total: number;
  readonly session: Session;
  /** What stays closed until two-factor authentication is on. */
  readonly requirement?: TwoFactorRequirement | undefined;
  /** Whether people sign in through an identity provider, or could if it were enabled. */
  readonly singleSignOn: 'on' | 'ready' | undefined;
}

export function homePage(site: Site, home: Home): PageContent {
  const { username, email, wanted_email, is_admin, is_two_factor_verified } = home.account;
  return {
    title: `Hello, ${username}`,
    body: html`${actingAs(site, home)}${required(home)}
<dl>
<dt>Username</dt><dd>${username}</dd>
<dt>E-mail address</dt><dd>${hasNoAddress({ email }) ? 'None: the one that you gave belongs to another account' : email}${wanted_email !== null && html` (${wanted_email} is not confirmed yet)`}</dd>
<dt>Role</dt><dd>${is_admin === 1 ? 'Site administrator' : 'User'}</dd>
<dt>Two-factor authentication</dt><dd>${is_two_factor_verified === 1 ? 'On' : 'Off'}</dd>
</dl>
<h2>Organizations</h2>
${membership(site, home)}
${signOutForm(site)}${singleSignOn(site, home)}`,
  };
}

const button = (text: string): Html => html`<button class="plain">${text}</button>`;

const below = (content: Html): Html => html`<div class="below">${content}</div>
`;

const actingAs = (site: Site, { account: { username }, session }: Home): Html | undefined =>
  session.impersonation &&
  callout(
    'warn',
    html`<p>You, <strong>${session.owner.username}</strong>, are acting as <strong>${username}</strong>. What you do is recorded under both names.</p>
<p>Reason: ${session.impersonation.reason}</p>
${stopImpersonatingForm(site)}`,
  );

const required = ({ requirement }: Home): Html | undefined => {
  if (requirement === undefined) return undefined;
  const { isRequiredOfAdmins, organizations } = requirement;
  const places = [...organizations, ...(isRequiredOfAdmins ? ['the administration of this site'] : [])].join(', ');
  return callout(
    'warn',
    html`<p>Two-factor authentication is required for ${places}. You get access once you have turned it on (<code>POST /api/v2/account/two-factor</code>).</p>`,
  );
};

/** Accounts with a password, and administrators, are linked to the identity provider on their own request only. */
const linking = (site: Site, home: Home): HtmlValue =>
  home.singleSignOn === 'on' && below(form(site, '/users/saml/link', button('Link single sign-on')));

/** Administrators see what a sign-in would do before they enable it. */
const checking = (site: Site, { account, singleSignOn: state }: Home): HtmlValue =>
  state !== undefined &&
  account.is_admin === 1 &&
  below(form(site, '/users/saml/check', button('Check single sign-on')));

const singleSignOn = (site: Site, home: Home): HtmlValue =>
  home.session.impersonation === undefined && [linking(site, home), checking(site, home)];

const membership = (site: Site, { organizations, total }: Home): Html => {
  if (total === 0) {
    return html`<p>You are in no organization yet.</p>
${site.texts.newUser}`;
  }
  const rest = total - organizations.length;
  return html`<ul>
${organizations.map((name) => html`<li><a href="${site.to(`/registry/${name}`)}">${name}</a></li>\n`)}${rest > 0 && html`<li>and ${rest} more</li>\n`}</ul>`;
};
