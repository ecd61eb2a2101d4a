import { html } from '../../../lib/text/html.ts';
import { field, form, type PageContent } from '../../../pages/layout.ts';
import type { Site } from '../../../pages/site.ts';
import { forgottenPasswordPath } from './forgotten-password.ts';

/** Validation errors by form field. */
export interface Faults {
  readonly password: readonly string[];
  readonly repeated: readonly string[];
}

export const noFaults: Faults = { password: [], repeated: [] };

export interface PasswordForm {
  readonly token: string;
  readonly username: string;
  readonly faults: Faults;
}

export function passwordPage(site: Site, { token, username, faults }: PasswordForm): PageContent {
  const password = { type: 'password', autocomplete: 'new-password' } as const;
  const fields = [
    field({ name: 'username', label: 'Username', autocomplete: 'username', value: username, isFixed: true }),
    field({
      ...password,
      name: 'password',
      label: 'New password',
      hint: 'From 12 to 128 characters. Several words are best.',
      wrong: faults.password,
      isFirst: true,
    }),
    field({ ...password, name: 'repeated', label: 'Confirm password', wrong: faults.repeated }),
  ];
  return {
    title: 'Set a password',
    isWrong: faults.password.length + faults.repeated.length > 0,
    body: form(site, `/set-password/${token}`, [fields, html`<button>Set the password</button>`]),
  };
}

export function deadLinkPage(site: Site): PageContent {
  return {
    title: 'This link does not work',
    isWrong: true,
    body: html`<p>The link works once and expires. The link was used, has expired, or was not copied completely.</p>
<p>If you have set your password with it, <a href="${site.to('/sign-in')}">sign in</a>. Otherwise <a href="${site.to(forgottenPasswordPath)}">request a new link</a>, or ask your administrator for one.</p>`,
  };
}
