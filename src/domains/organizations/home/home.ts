// The page to begin at, and the two ways away from it.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { noSessionCookie } from '../../../http/session-cookie.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import { readQuery } from '../../../jsonapi/query.ts';
import type { Actor, Session } from '../../../lib/actor.ts';
import { signedOutPage } from '../../accounts/saml/pages.ts';
import { singleSignOnState } from '../../accounts/saml/settings.ts';
import { singleLogoutUrl } from '../../accounts/saml/slo.ts';
import { oneself } from '../../accounts/sessions/access.ts';
import { unimpersonate } from '../../accounts/sessions/impersonation.ts';
import { signOut } from '../../accounts/sessions/sessions.ts';
import { getShownUser } from '../../accounts/users/users.ts';
import { pageAnswer, wayTo } from '../../instance/pages/pages.ts';
import { siteOf } from '../../instance/pages/site.ts';
import { listOrganizations } from '../organizations/organizations.ts';
import { overPage, startPage } from './home-page.ts';

/** As many organizations as a page of a list has at most. */
const asMany = readQuery({ paginated: true }, new Map([['page[size]', '100']]));

const start = async (context: Context, actor: Actor, session: Session): Promise<Rendered> => {
  const site = siteOf(context);
  const account = await getShownUser(context.database, actor, (await oneself(context, actor)).id);
  const { rows, total } = await listOrganizations(context, actor, asMany);
  const organizations = rows.map(({ name }) => name);
  const singleSignOn = singleSignOnState(context);
  return pageAnswer(site, startPage(site, { account, organizations, total, session, singleSignOn }));
};

/** Where somebody begins: at the sign-in page without a session. */
export const openStart = async (context: Context, actor: Actor): Promise<Rendered> => {
  const site = siteOf(context);
  const { session } = actor;
  if (session === undefined) return wayTo(site, '/sign-in');
  return session.impersonation?.isOver ? pageAnswer(site, overPage(site, session)) : start(context, actor, session);
};

/** Ends the session; that it has ended already is as good. */
export const leave = async (context: Context, actor: Actor): Promise<Rendered> => {
  const { session } = actor;
  const elsewhere = session && (await singleLogoutUrl(context, session.id));
  if (session !== undefined) {
    await signOut(context, actor).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
  const cookie = noSessionCookie(context.baseUrl());
  return elsewhere === undefined
    ? wayTo(siteOf(context), '/sign-in', cookie)
    : signedOutPage(context, elsewhere, cookie);
};

/** Goes back from an impersonation to being oneself; who is that already sees so. */
export const goBack = async (context: Context, actor: Actor): Promise<Rendered> => {
  const { session } = actor;
  const cookie = session?.impersonation && (await unimpersonate(context, actor, session));
  return wayTo(siteOf(context), '/', cookie);
};
