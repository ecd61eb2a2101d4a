import { html } from '../../../lib/html.ts';
import { field, form, type PageContent, type Site } from '../../instance/index.ts';

/** Why what was typed cannot be taken, for each field. */
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

export const passwordPage = (site: Site, { token, username, faults }: PasswordForm): PageContent => {
  const password = { type: 'password', autocomplete: 'new-password' } as const;
  const fields = [
    field({ name: 'username', label: 'Username', autocomplete: 'username', value: username, isFixed: true }),
    field({
      ...password,
      name: 'password',
      label: 'New password',
      hint: 'From 12 to 128 characters.',
      wrong: faults.password,
      isFirst: true,
    }),
    field({ ...password, name: 'repeated', label: 'The same once more', wrong: faults.repeated }),
  ];
  return {
    title: 'Set a password',
    isWrong: faults.password.length + faults.repeated.length > 0,
    body: form(site, `/set-password/${token}`, [fields, html`<button>Set the password</button>`]),
  };
};

export const deadLinkPage = (site: Site): PageContent => ({
  title: 'This link does not work',
  isWrong: true,
  body: html`<p>It was used already, it is too old, or it was not copied whole.</p>
<p>If you have set your password with it, <a href="${site.to('/sign-in')}">sign in</a>. Otherwise ask your administrator for a new link.</p>`,
});
