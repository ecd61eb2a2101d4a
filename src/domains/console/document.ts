// HTML document of the console. It loads the scripts, and contains the data that they need before their first request.
import type { Context } from '../../context.ts';
import type { Actor, Session } from '../../kernel/actor.ts';
import { version } from '../../kernel/version.ts';
import { type Html, type HtmlValue, html, safeHtml } from '../../lib/text/html.ts';
import { documentStart, form, icon } from '../../pages/layout.ts';
import type { Held } from '../../runtime/state/held.ts';
import { type ProviderForm, signOutForm, stopImpersonatingForm } from '../accounts/index.ts';
import { siteOf } from '../instance/index.ts';
import { assetPath, type ConsoleBuild } from './build.ts';

export interface Opened {
  readonly actor: Actor;
  readonly session: Session;
  readonly build: ConsoleBuild;
  /** Nonce for the styles that components create. */
  readonly nonce: string;
  readonly providers: readonly ProviderForm[];
  /** The restore of a backup that put the instance on hold. Only site administrators get this information. */
  readonly held: Held | undefined;
}

/** Returns the data that the console reads when it starts, in `console/src/api/boot.ts`. */
function bootOf(context: Context, opened: Opened): object {
  const { config } = context;
  const { session, nonce } = opened;
  return {
    nonce,
    version,
    address: context.baseUrl(),
    prefix: siteOf(context).to(''),
    edition: config.edition,
    vocabulary: config.vocabulary,
    userId: personOf(opened).id,
    impersonation: session.impersonation && {
      administrator: session.owner.username,
      reason: session.impersonation.reason,
    },
    held: opened.held,
    providers: opened.providers,
  };
}

/** Returns JSON for a script element. `<` is escaped, so that no text in it can close the element. */
const jsonInScript = (value: object): Html => safeHtml(JSON.stringify(value).replaceAll('<', '\\u003c'));

const template = (name: string, content: Html | undefined): Html | undefined =>
  content && html`<template id="${name}">${content}</template>\n`;

/** Returns the signed-in person or, during an impersonation, the impersonated person. */
const personOf = ({ actor, session }: Opened) => (actor.identity.kind === 'user' ? actor.identity : session.owner);

/**
 * Forms to link the person's account and, for administrators, to test a sign-in before single sign-on is turned on.
 * They are not shown during an impersonation, because only the account's owner may link an account.
 */
const singleSignOn = (context: Context, { session, providers }: Opened): HtmlValue => {
  if (session.impersonation !== undefined) return undefined;
  const site = siteOf(context);
  return providers.flatMap(({ name, isOn, linkPath, checkPath }) => [
    isOn && form(site, linkPath, html`<button>Link ${name ?? 'single sign-on'}</button>`),
    session.owner.isAdmin && form(site, checkPath, html`<button>Check ${name ?? 'single sign-on'}</button>`),
  ]);
};

/** Content for browsers without JavaScript: an explanation, and forms to sign out. */
const withoutScripts = (context: Context, opened: Opened): Html => {
  const site = siteOf(context);
  const { session } = opened;
  const { username, isAdmin } = personOf(opened);
  return html`<noscript>
<h1>Hello, ${username}</h1>
<p>You are signed in as ${username}${isAdmin && ', a site administrator'}. This page needs JavaScript: allow it for ${site.address}, then reload the page.</p>
${session.impersonation && html`<p>You, ${session.owner.username}, are acting as ${username}. Reason: ${session.impersonation.reason}</p>\n${stopImpersonatingForm(site)}`}
${signOutForm(site)}${singleSignOn(context, opened)}
</noscript>`;
};

export function consoleDocument(context: Context, opened: Opened): Html {
  const site = siteOf(context);
  const { script, styles, font, preloads } = opened.build;
  return html`${documentStart}
<meta name="color-scheme" content="light dark">
<title>Hello, ${personOf(opened).username} · Tipstaff</title>
<link rel="icon" href="${icon}">
<link rel="preload" href="${site.to(assetPath(font))}" as="font" type="font/woff2" crossorigin>
${styles.map((name) => html`<link rel="stylesheet" href="${site.to(assetPath(name))}">\n`)}${preloads.map((name) => html`<link rel="modulepreload" href="${site.to(assetPath(name))}">\n`)}<script id="boot" type="application/json">${jsonInScript(bootOf(context, opened))}</script>
<script type="module" src="${site.to(assetPath(script))}"></script>
</head>
<body>
<div id="root"></div>
${template('announcement', site.texts.announcement)}${template('footer', site.texts.footer)}${template('new-user', site.texts.newUser)}${withoutScripts(context, opened)}
</body>
</html>
`;
}
