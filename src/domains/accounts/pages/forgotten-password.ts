// Page for people who have forgotten their passwords. Its response does not reveal whether an account exists.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { html } from '../../../lib/text/html.ts';
import { field, form, type PageContent } from '../../../pages/layout.ts';
import { pageReply } from '../../../pages/page-reply.ts';
import type { Site } from '../../../pages/site.ts';
import { isMailOn, siteOf } from '../../instance/index.ts';
import { requestPasswordReset } from '../password-reset/password-reset.ts';

export const forgottenPasswordPath = '/forgot-password';

export function openForgottenPassword(context: Context): Rendered {
  const site = siteOf(context);
  return pageReply(site, isMailOn(context) ? requestPage(site) : mailIsOffPage(site));
}

export async function sendForgottenPassword(context: Context, actor: Actor, email: string): Promise<Rendered> {
  await requestPasswordReset(context, actor, email.trim());
  return pageReply(siteOf(context), requestedPage(siteOf(context)));
}

const title = 'Forgot your password?';

const requestPage = (site: Site): PageContent => ({
  title,
  body: form(site, forgottenPasswordPath, [
    field({
      name: 'email',
      label: 'E-mail address',
      type: 'email',
      autocomplete: 'email',
      hint: 'The e-mail address of your account. A link to set a new password is sent to this address.',
      isFirst: true,
    }),
    html`<button>Send a link</button>`,
  ]),
});

const requestedPage = (site: Site): PageContent => ({
  title: 'Check your mail',
  body: html`<p>If an account has this address, a link is on its way. The link expires in 30 minutes and works once.</p>
<p>No mail? Check your spam folder, or ask your administrator for a link. <a href="${site.to('/sign-in')}">Sign in</a></p>`,
});

const mailIsOffPage = ({ to, texts: { supportAddress } }: Site): PageContent => ({
  title,
  body: html`<p>This service sends no mail. Ask your administrator for a link that sets a new password: <strong>${supportAddress}</strong>.</p>
<p><a href="${to('/sign-in')}">Sign in</a></p>`,
});
