// The page of signing in with a password.
import { type Html, html } from '../../../lib/text/html.ts';
import { field, form, hidden, type PageContent } from '../../../pages/layout.ts';
import { isWrong, type Remark, remarkOf } from '../../../pages/remark.ts';
import type { Site } from '../../../pages/site.ts';
import { forgottenPasswordPath } from './forgotten-password.ts';

export interface SignInForm {
  /** Login typed before; never the password. */
  readonly login?: string;
  /** Path of the page to open after the sign-in. */
  readonly to?: string | undefined;
  readonly hasSingleSignOn: boolean;
  readonly remark?: Remark | undefined;
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
<p class="quiet"><a href="${site.to(forgottenPasswordPath)}">Forgot your password?</a></p>
${site.texts.loginHelp && html`<div class="below">${site.texts.loginHelp}</div>`}`,
  };
}

const singleSignOn = (site: Site, to: string | undefined): Html => {
  const path = `/users/saml/login${to === undefined ? '' : `?${new URLSearchParams({ to })}`}`;
  return html`<p><a class="button" href="${site.to(path)}">Sign in with single sign-on</a></p>
<p class="quiet">Or use a password:</p>
`;
};
