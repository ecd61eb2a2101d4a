// Page content for ending a session or an impersonation.
import type { Session } from '../../../kernel/actor.ts';
import { type Html, html } from '../../../lib/text/html.ts';
import { form, type PageContent } from '../../../pages/layout.ts';
import type { Site } from '../../../pages/site.ts';

export function signOutForm(site: Site): Html {
  return form(site, '/sign-out', html`<button class="plain">Sign out</button>`);
}

export function stopImpersonatingForm(site: Site): Html {
  return form(site, '/unimpersonate', html`<button>Stop impersonating</button>`);
}

/** The only page that a session can show after its impersonation expired or was ended. */
export function impersonationOverPage(site: Site, { owner }: Session): PageContent {
  return {
    title: 'The impersonation has ended',
    body: html`<p>Continue as yourself, <strong>${owner.username}</strong>.</p>
${stopImpersonatingForm(site)}
<div class="below">${signOutForm(site)}</div>`,
  };
}
