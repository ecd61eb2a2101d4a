// Pages that end a session or the impersonation in a session.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { noSessionCookie } from '../../../http/session-cookie.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { redirectTo } from '../../../pages/page-reply.ts';
import { siteOf } from '../../instance/index.ts';
import { unimpersonate } from '../sessions/impersonation.ts';
import { signOut } from '../sessions/sessions.ts';
import { singleLogoutUrl } from '../single-logout.ts';
import { signedOutPage } from '../single-sign-on/pages.ts';

/** Ends the session. If it was opened through an identity provider, the browser then signs out there too. */
export async function signOutPage(context: Context, actor: Actor): Promise<Rendered> {
  const { session } = actor;
  const providerAddress = session && (await singleLogoutUrl(context, session.id));
  if (session !== undefined) await signOut(context, actor).catch(ignoreEndedSession);
  const cookie = noSessionCookie(context.baseUrl());
  return providerAddress === undefined
    ? redirectTo(siteOf(context), '/sign-in', cookie)
    : signedOutPage(context, providerAddress, cookie);
}

/** Ends the impersonation, if there is one, and redirects to the start page. */
export async function endImpersonationPage(context: Context, actor: Actor): Promise<Rendered> {
  const { session } = actor;
  const cookie = session?.impersonation && (await unimpersonate(context, actor, session));
  return redirectTo(siteOf(context), '/', cookie);
}

const ignoreEndedSession = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error;
};
