// Pages on which people prove that they own the account of their session.
import type { Context } from '../../../context.ts';
import { existing } from '../../../jsonapi/errors.ts';
import { html } from '../../../lib/text/html.ts';
import { field, form, type PageContent } from '../../../pages/layout.ts';
import { isWrong, type Remark, remarkOf } from '../../../pages/remark.ts';
import type { Site } from '../../../pages/site.ts';
import { siteOf } from '../../instance/index.ts';
import { proofForms } from '../identity-providers/sign-in-state.ts';
import { identitiesOfUser } from '../single-sign-on/store.ts';
import type { PersonalActor } from '../two-factor/proof.ts';
import { offerCode } from '../two-factor/send-code.ts';
import { credentialsById, type StoredCredentials } from '../users/store.ts';
import { isProvedByMail } from './links.ts';
import { ownerPath, proofKindOf } from './ownership.ts';

/** A change that waits for proof of ownership. */
interface Waiting {
  /** Path of the form that makes the change. Undefined if the proof is entered together with the change. */
  readonly action?: string | undefined;
  readonly remark?: Remark | undefined;
}

/** Page that asks for the type of proof that the account requires. */
export async function proofPage(
  context: Context,
  { actor, person }: PersonalActor,
  { action, remark }: Waiting = {},
): Promise<PageContent> {
  const account = existing(await context.database.first(credentialsById, { id: person.id }));
  const kind = proofKindOf(account);
  if (kind === 'session') return sessionPage(context, account, remark);
  // A text message is sent only for a change. Opening the page alone sends none.
  const takesCode = action !== undefined && kind === 'one-time-code';
  const sms = takesCode ? await offerCode(context, actor, person.id) : undefined;
  const shown: Remark | undefined = remark ?? (sms === undefined ? undefined : { kind: 'bad', text: sms });
  return secretPage(siteOf(context), kind, { action, remark: shown });
}

const title = 'Confirm that this account is yours';

const fields = {
  password: { name: 'current-password', label: 'Current password', type: 'password', autocomplete: 'current-password' },
  'one-time-code': {
    name: 'one-time-code',
    label: 'One-time code',
    autocomplete: 'one-time-code',
    hint: 'The six digits that your authenticator app shows or that were sent to your phone, or one of your recovery codes.',
    isVerbatim: true,
  },
} as const;

const secretPage = (site: Site, kind: keyof typeof fields, { action, remark }: Waiting): PageContent => ({
  title,
  isWrong: isWrong(remark),
  body: html`${remarkOf(remark)}
${
  action === undefined
    ? html`<p>Enter your ${kind === 'password' ? 'current password' : 'one-time code'} together with each change that requires it.</p>`
    : form(site, action, [field({ ...fields[kind], isFirst: true }), html`<button>Continue</button>`])
}
${backToProfile(site)}`,
});

/** Page for an account that has neither a password nor a second factor. */
async function sessionPage(context: Context, account: StoredCredentials, remark?: Remark): Promise<PageContent> {
  const site = siteOf(context);
  const identities = await context.database.rows(identitiesOfUser, { user: account.id });
  const confirmed = identities.filter(({ to_confirm_since }) => to_confirm_since === null);
  const forms = await proofForms(context, new Set(confirmed.map(({ provider }) => provider)));
  const mail = isProvedByMail(context, account);
  return {
    title,
    isWrong: isWrong(remark),
    body: html`${remarkOf(remark)}
<p>The change affects how you sign in to your account. To prevent other people who use your browser from making this change, confirm that it is you. Then make the change within five minutes.</p>
${forms.map(({ label, path }) => form(site, path, html`<button>${label}</button>`))}
${mail && form(site, `${ownerPath}/link`, html`<button>Send a link to ${account.email}</button>`)}
${!mail && forms.length === 0 && html`<p>You cannot confirm here that the account is yours. Ask a site administrator to set a password for your account.</p>`}
${backToProfile(site)}`,
  };
}

const backToProfile = (site: Site) => html`<p><a href="${site.to('/app/me')}">Back to your profile</a></p>`;

export const linkSentPage = (site: Site): PageContent => ({
  title: 'A link is on its way',
  body: html`<p>Open the link in this browser within ten minutes.</p>
${backToProfile(site)}`,
});

export const ownerLinkPage = (site: Site, path: string, username: string): PageContent => ({
  title,
  body: html`<p>Somebody who is signed in as <strong>${username}</strong> wants to change the ways to sign in to this account. If this is not you, close this page, and end your other sessions.</p>
${form(site, path, html`<button>Yes, this is me</button>`)}`,
});

export const deadOwnerLinkPage: PageContent = {
  title: 'This link does not work',
  isWrong: true,
  body: html`<p>The link works for ten minutes, and only in a browser that is signed in to the account for which the link was mailed.</p>`,
};
