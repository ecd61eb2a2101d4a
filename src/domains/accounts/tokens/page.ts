// Page that creates an API token. `terraform login` and `tofu login` open it in a browser.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { page, type Rendered } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { formPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { html } from '../../../lib/text/html.ts';
import { field, form, type PageContent } from '../../../pages/layout.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import type { Site } from '../../../pages/site.ts';
import { siteOf } from '../../instance/index.ts';
import { createUserToken } from './tokens.ts';

const path = '/app/settings/tokens';

const tokenForm = (site: Site): PageContent => ({
  title: 'Create an API token',
  body: form(site, path, [
    field({
      name: 'description',
      label: 'Description',
      hint: 'Name the machine or the program that will use the token.',
      autocomplete: 'off',
      value: 'terraform login',
      isFirst: true,
    }),
    html`<button>Create the token</button>`,
  ]),
});

const tokenPage = (site: Site, text: string): PageContent => ({
  title: 'Your new API token',
  body: html`<pre><code>${text}</code></pre>
<p>The token is shown only once. Copy the token and paste it at the prompt in your terminal.</p>
<p><a href="${site.to('/')}">Back to the start page</a></p>`,
});

function open(context: Context, { session }: Actor): Rendered {
  const site = siteOf(context);
  return session === undefined
    ? redirectTo(site, `/sign-in?${new URLSearchParams({ to: path })}`)
    : pageReply(site, tokenForm(site));
}

async function make(context: Context, actor: Actor, description: string): Promise<Rendered> {
  const { identity, session } = actor;
  if (session === undefined || identity.kind !== 'user') return open(context, actor);
  const { text = '' } = await createUserToken(context, actor, identity.id, { description });
  const site = siteOf(context);
  return pageReply(site, tokenPage(site, text));
}

const personalPage = { isRoot: true, reply: page, caller: 'visitor', isPersonal: true } as const;

const show = route('GET', path, {
  ...personalPage,
  summary: 'Show the page that creates an API token',
  handle: (context, { actor }) => open(context, actor),
});

const create = route('POST', path, {
  ...personalPage,
  summary: 'Create an API token and show it',
  requiresSameOrigin: true,
  payload: formPayload({ description: Type.Optional(Text(255)) }),
  handle: (context, { actor, input: { description = '' } }) => make(context, actor, description),
});

export const tokenPageRoutes = [show, create];
