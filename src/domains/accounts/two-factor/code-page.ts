// The page that takes a one-time code, as the second step of a sign-in.
import { type Html, html } from '../../../lib/html.ts';
import { callout, field, form, hidden, type PageContent, type Site } from '../../instance/index.ts';

/** A message above a form. */
export interface Remark {
  readonly kind: 'bad' | 'good';
  readonly text: string;
}

export interface CodeForm {
  /** The path that takes the code. */
  readonly action: string;
  /** Proves the first step. */
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

export function isWrong(remark: Remark | undefined): boolean {
  return remark?.kind === 'bad';
}

export function remarkOf(remark: Remark | undefined): Html | undefined {
  return remark && callout(remark.kind, html`<p>${remark.text}</p>`);
}
