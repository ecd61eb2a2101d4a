// Page that confirms an e-mail address through a link. Opening the link changes nothing, because mail scanners open
// links too.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { html } from '../../../lib/text/html.ts';
import { form, type PageContent } from '../../../pages/layout.ts';
import { pageReply } from '../../../pages/page-reply.ts';
import type { Site } from '../../../pages/site.ts';
import { siteOf } from '../../instance/index.ts';
import { confirmByLink, getAddressLink } from '../addresses/links.ts';

export function openAddress(context: Context, token: string): Promise<Rendered> {
  return withLink(context, async (site) => {
    const { email, username } = await getAddressLink(context, token);
    return pageReply(site, addressPage(site, { token, email, username }));
  });
}

export function confirmAddress(context: Context, actor: Actor, token: string): Promise<Rendered> {
  return withLink(context, async (site) => {
    await confirmByLink(context, actor, token);
    return pageReply(site, confirmedPage(site));
  });
}

/** Runs `answer`. If the link is invalid, or another account has the address, returns a page that says what to do. */
const withLink = async (context: Context, answer: (site: Site) => Promise<Rendered>): Promise<Rendered> => {
  const site = siteOf(context);
  try {
    return await answer(site);
  } catch (error) {
    if (!(error instanceof ApiError && [404, 422].includes(error.status))) throw error;
    return pageReply(site, deadLinkPage, error.status);
  }
};

const addressPage = (
  site: Site,
  { token, email, username }: Readonly<Record<'token' | 'email' | 'username', string>>,
): PageContent => ({
  title: 'Confirm your e-mail address',
  body: html`<p>The owner of the account <strong>${username}</strong> wants to use the address <strong>${email}</strong>. If this is not your account, close this page.</p>
${form(site, `/confirm-email/${token}`, html`<button>Confirm the address</button>`)}`,
});

const confirmedPage = (site: Site): PageContent => ({
  title: 'Your e-mail address is confirmed',
  body: html`<p><a href="${site.to('/')}">Continue</a></p>`,
});

const deadLinkPage: PageContent = {
  title: 'This link does not work',
  isWrong: true,
  body: html`<p>The link works once and expires after 24 hours. The link was used, has expired or was not copied completely, or the address now belongs to another account.</p>
<p>To get a new link, change the address of your account again.</p>`,
};
