// Pages that create the first administrator with the one-time token.
import { html } from '../../../lib/text/html.ts';
import { callout, field, form, type PageContent } from '../../../pages/layout.ts';
import type { Site } from '../../../pages/site.ts';
import { initialAdminPath } from '../administration/initial-admin.ts';

export const accountFields = ['username', 'email', 'password', 'repeated'] as const;

/** Validation errors by form field. */
export type AccountFaults = Readonly<Partial<Record<(typeof accountFields)[number], readonly string[]>>>;

export interface AccountForm {
  readonly token: string;
  /** Previously entered text. The password is never shown again. */
  readonly username?: string;
  readonly email?: string;
  readonly faults?: AccountFaults;
}

const title = 'Create the first administrator';

export function accountPage(site: Site, { token, username = '', email = '', faults = {} }: AccountForm): PageContent {
  const password = { type: 'password', autocomplete: 'new-password' } as const;
  const fields = [
    field({
      name: 'username',
      label: 'Username',
      autocomplete: 'username',
      value: username,
      isVerbatim: true,
      isFirst: true,
      hint: 'Letters, numbers, hyphens, underscores and dots.',
      wrong: faults.username ?? [],
    }),
    field({
      name: 'email',
      label: 'E-mail address',
      autocomplete: 'email',
      value: email,
      isVerbatim: true,
      wrong: faults.email ?? [],
    }),
    field({
      ...password,
      name: 'password',
      label: 'Password',
      hint: 'From 12 to 128 characters. Several words are best.',
      wrong: faults.password ?? [],
    }),
    field({ ...password, name: 'repeated', label: 'Confirm password', wrong: faults.repeated ?? [] }),
  ];
  return {
    title,
    isWrong: Object.values(faults).some((each) => each.length > 0),
    body: html`<p>This account will administer the site: its users, its settings and its plans. The next page shows the first steps.</p>
${form(site, initialAdminPath(token), [fields, html`<button>Create the account</button>`])}`,
  };
}

/**
 * Page with a form that only makes the browser send its `Origin` header. The header shows the address that the browser
 * uses.
 */
export function checkPage(site: Site, token: string): PageContent {
  return {
    title,
    body: html`<p>Tipstaff has no administrator yet. Before you create an administrator, Tipstaff checks that your browser uses the configured address.</p>
${form(site, initialAdminPath(token), html`<button autofocus>Continue</button>`)}`,
  };
}

/** Page that asks the operator to use the configured address, because forms and sessions work only there. */
export function otherAddressPage(
  site: Site,
  { token, seen }: { readonly token: string; readonly seen: string },
): PageContent {
  return {
    title: 'This is not the configured address',
    isWrong: true,
    body: html`${callout('bad', html`<p>Your browser uses <strong>${seen}</strong>, but Tipstaff is configured for <strong>${site.address}</strong>. People can sign in only at the configured address.</p>`)}
<p>If everybody should use ${seen}, set this variable and restart Tipstaff. The link stays the same.</p>
<pre><code>TIPSTAFF_BASE_URL=${seen}</code></pre>
<p>Otherwise open this address: <code>${site.address + initialAdminPath(token)}</code></p>`,
  };
}

export function spentTokenPage(site: Site): PageContent {
  return {
    title: 'This link does not work',
    isWrong: true,
    body: html`<p>The link works once, and only while there is no administrator. The link was used, or was not copied completely.</p>
<p>If you have created your account with it, <a href="${site.to('/sign-in')}">sign in</a>. If nobody can sign in, run <code>tipstaff admin create</code> on the server.</p>`,
  };
}
