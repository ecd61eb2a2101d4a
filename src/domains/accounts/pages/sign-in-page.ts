// What somebody sees who signs in: first the form for the password, then the one for the code.
import { type Html, html } from '../../../lib/html.ts';
import { callout, field, form, hidden, type PageContent, type Site } from '../../instance/index.ts';

/** What stands above a form. */
export interface Remark {
  readonly kind: 'bad' | 'good';
  readonly text: string;
}

const remarkOf = (remark: Remark | undefined): Html | undefined =>
  remark && callout(remark.kind, html`<p>${remark.text}</p>`);

const isWrong = (remark: Remark | undefined): boolean => remark?.kind === 'bad';

export interface SignInForm {
  /** What was typed before; never the password. */
  readonly login?: string;
  /** Where to go once signed in. */
  readonly to?: string | undefined;
  readonly hasSingleSignOn: boolean;
  readonly remark?: Remark | undefined;
}

const singleSignOn = (site: Site, to: string | undefined): Html => {
  const path = `/users/saml/login${to === undefined ? '' : `?${new URLSearchParams({ to })}`}`;
  return html`<p><a class="button" href="${site.to(path)}">Sign in with single sign-on</a></p>
<p class="quiet">Or with a password:</p>
`;
};

export const signInPage = (site: Site, { login = '', to, hasSingleSignOn, remark }: SignInForm): PageContent => {
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
};

export interface CodeForm {
  readonly ticket: string;
  readonly to: string | undefined;
  readonly remark?: Remark;
}

export const codePage = (site: Site, { ticket, to, remark }: CodeForm): PageContent => {
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
<p class="below"><a href="${site.to('/sign-in')}">Begin again</a></p>`,
  };
};
