// Page that asks for a one-time code in the second step of a sign-in.
import { html } from '../../../lib/text/html.ts';
import { field, form, hidden, type PageContent } from '../../../pages/layout.ts';
import { isWrong, type Remark, remarkOf } from '../../../pages/remark.ts';
import type { Site } from '../../../pages/site.ts';

export interface CodeForm {
  /** Path to which the form is posted. */
  readonly action: string;
  /** Encrypted proof that the first step of the sign-in succeeded. */
  readonly ticket: string;
  readonly to: string | undefined;
  readonly remark?: Remark | undefined;
}

export function codePage(site: Site, { action, ticket, to, remark }: CodeForm): PageContent {
  const code = field({
    name: 'code',
    label: 'One-time code',
    autocomplete: 'one-time-code',
    hint: 'The six digits that your authenticator app shows or that were sent to your phone, or one of your recovery codes.',
    isVerbatim: true,
    isFirst: true,
  });
  return {
    title: 'One-time code',
    isWrong: isWrong(remark),
    body: html`${remarkOf(remark)}
${form(site, action, [code, hidden('ticket', ticket), hidden('to', to), html`<button>Sign in</button>`])}
<p class="below"><a href="${site.to('/sign-in')}">Start over</a></p>`,
  };
}
