// The pages of signing in: the form for the password, then the one for the code.
import { type Html, html } from '../../../lib/html.ts';
import { callout, field, form, hidden, type PageContent, type Site } from '../../instance/index.ts';

/** A message above a form. */
export interface Remark {
  readonly kind: 'bad' | 'good';
  readonly text: string;
}

export interface SignInForm {
  /** What was typed before; never the password. */
  readonly login?: string;
  /** Where to go once signed in. */
  readonly to?: string | undefined;
  readonly hasSingleSignOn: boolean;
  readonly remark?: Remark | undefined;
}

export interface CodeForm {
  readonly ticket: string;
  readonly to: string | undefined;
  readonly remark?: Remark;
}

export function signInPage(site: Site, { login = '', to, hasSingleSignOn, remark }: SignInForm): PageContent {
  const fields = [
    field({
      name: 'login',
      label: 'Username or e-mail address',
      autocomplete: 'username',
      value: login,
      isVerbatim: true,
      isFirst: login === '',
    }),
    field({
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'current-password',
      isFirst: login !== '',
    }),
  ];
  return {
    title: 'Sign in',
    isWrong: isWrong(remark),
    body: html`${remarkOf(remark)}
${hasSingleSignOn && singleSignOn(site, to)}${form(site, '/sign-in', [fields, hidden('to', to), html`<button>Sign in</button>`])}
${site.texts.loginHelp && html`<div class="below">${site.texts.loginHelp}</div>`}`,
  };
}

export function codePage(site: Site, { ticket, to, remark }: CodeForm): PageContent {
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
${form(site, '/sign-in/code', [code, hidden('ticket', ticket), hidden('to', to), html`<button>Sign in</button>`])}
<p class="below"><a href="${site.to('/sign-in')}">Start over</a></p>`,
  };
}

const isWrong = (remark: Remark | undefined): boolean => remark?.kind === 'bad';

const remarkOf = (remark: Remark | undefined): Html | undefined =>
  remark && callout(remark.kind, html`<p>${remark.text}</p>`);

const singleSignOn = (site: Site, to: string | undefined): Html => {
  const path = `/users/saml/login${to === undefined ? '' : `?${new URLSearchParams({ to })}`}`;
  return html`<p><a class="button" href="${site.to(path)}">Sign in with single sign-on</a></p>
<p class="quiet">Or use a password:</p>
`;
};
