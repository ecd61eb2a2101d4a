// Sign-in page with the password form.
import { type Html, html } from '../../../lib/text/html.ts';
import { field, form, hidden, type PageContent } from '../../../pages/layout.ts';
import { isWrong, type Remark, remarkOf } from '../../../pages/remark.ts';
import type { Site } from '../../../pages/site.ts';
import type { ProviderButton } from '../identity-providers/sign-in-state.ts';
import { forgottenPasswordPath } from './forgotten-password.ts';

export interface SignInForm {
  /** Previously entered login. The password is never shown again. */
  readonly login?: string;
  /** Path of the page to open after the sign-in. */
  readonly to?: string | undefined;
  readonly buttons: readonly ProviderButton[];
  readonly remark?: Remark | undefined;
}

export function signInPage(site: Site, { login = '', to, buttons, remark }: SignInForm): PageContent {
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
${buttons.length > 0 && singleSignOn(site, buttons, to)}${form(site, '/sign-in', [fields, hidden('to', to), html`<button>Sign in</button>`])}
<p class="quiet"><a href="${site.to(forgottenPasswordPath)}">Forgot your password?</a></p>
${site.texts.loginHelp && html`<div class="below">${site.texts.loginHelp}</div>`}`,
  };
}

const singleSignOn = (site: Site, buttons: readonly ProviderButton[], to: string | undefined): Html =>
  html`${buttons.map(({ label, path }) => html`<p><a class="button" href="${site.to(pathWith(path, to))}">${label}</a></p>\n`)}<p class="quiet">Or use a password:</p>
`;

const pathWith = (path: string, to: string | undefined): string =>
  to === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ to })}`;
