// Sign-in with a browser. After a refusal the same page is shown again, without the password or the code.
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { safeRedirectPath } from '../../../lib/network/safe-redirect-path.ts';
import { waitingTime } from '../../../pages/failure-page.ts';
import type { PageContent } from '../../../pages/layout.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import type { Remark } from '../../../pages/remark.ts';
import type { Site } from '../../../pages/site.ts';
import { siteOf } from '../../instance/index.ts';
import { providerButtons } from '../identity-providers/sign-in-state.ts';
import { checkPassword, completeSignIn, sendCodeFor, type VerifiedAccount } from '../sign-in/sign-in.ts';
import { accountOfTicket, ticketFor } from '../sign-in/ticket.ts';
import { codePage } from '../two-factor/code-page.ts';
import { isTwoFactorOn } from '../two-factor/two-factor.ts';
import { lastProviderCookie, lastProviderFirst } from './last-provider.ts';
import { type SignInForm, signInPage } from './sign-in-page.ts';

/** A sign-in request and the page to open afterwards. */
export interface SignInVisit {
  readonly actor: Actor;
  readonly userAgent: string | undefined;
  readonly to: string | undefined;
  /** The `Cookie` header. */
  readonly cookie?: string | undefined;
}

const wrongPassword = bad('You could not be signed in. Check your username or e-mail address and your password.');
const wrongCode = bad('The one-time code is wrong or was already used.');
const tooMany = ({ headers }: ApiError): Remark =>
  bad(`There were too many wrong attempts. Wait ${waitingTime(headers)}, then try again.`);
const tooLate = bad('The sign-in took too long, or your password has changed. Sign in again.');

const passwordSet: Remark = { kind: 'good', text: 'Your password is set. Sign in with it now.' };

/** First step of the sign-in: checks the password. */
export async function signInWithPassword(
  context: Context,
  visit: SignInVisit,
  credentials: { readonly login: string; readonly password: string },
): Promise<Rendered> {
  const { actor, to, cookie } = visit;
  const known = await orRefusal(checkPassword(context, actor, credentials));
  if (!(known instanceof ApiError)) {
    return isTwoFactorOn(known) ? requestCode(context, visit, known) : enter(context, visit, known);
  }
  const remark = remarkOn(known, wrongPassword);
  const page = await signInForm(context, { login: credentials.login, to, remark }, cookie);
  return pageReply(siteOf(context), page, known.status, known.headers);
}

/**
 * Second step of the sign-in, for accounts with two-factor authentication: checks the code and the ticket that proves
 * the first step.
 */
export async function signInWithCode(
  context: Context,
  visit: SignInVisit,
  { ticket, code }: { readonly ticket: string; readonly code: string },
): Promise<Rendered> {
  const site = siteOf(context);
  const { to, cookie } = visit;
  const known = await accountOfTicket(context, ticket);
  if (known === undefined) return pageReply(site, await signInForm(context, { to, remark: tooLate }, cookie), 401);
  const entered = await orRefusal(enter(context, visit, known, code));
  if (!(entered instanceof ApiError)) return entered;
  const page = codePage(site, { action: '/sign-in/code', ticket, to, remark: remarkOn(entered, wrongCode) });
  return pageReply(site, page, entered.status, entered.headers);
}

/**
 * Returns the sign-in page, or redirects a visitor who is already signed in. `value` returns the value of a query
 * parameter.
 */
export async function openSignIn(
  context: Context,
  { session }: Actor,
  value: (name: string) => string | undefined,
  cookie: string | undefined,
): Promise<Rendered> {
  const site = siteOf(context);
  const to = safeRedirectPath(value('to') ?? '');
  if (session !== undefined) return redirectTo(site, to ?? '/', lastProviderCookie(context, value('by')));
  if (value('signed-in') !== undefined)
    return pageReply(site, await signInForm(context, { to, remark: noCookie(site) }, cookie));
  const remark = value('set') === undefined ? undefined : passwordSet;
  return pageReply(site, await signInForm(context, { to, remark }, cookie));
}

/** Returns the result of a sign-in attempt, or the 401 or 429 to show on the page. Other errors are thrown again. */
const orRefusal = async <Result>(attempted: Promise<Result>): Promise<Result | ApiError> => {
  try {
    return await attempted;
  } catch (error) {
    if (error instanceof ApiError && [401, 429].includes(error.status)) return error;
    throw error;
  }
};

const requestCode = async (context: Context, { actor, to }: SignInVisit, known: VerifiedAccount): Promise<Rendered> => {
  const site = siteOf(context);
  const remark = await sendCodeFor(context, actor, known);
  const ticket = ticketFor(context, known);
  return pageReply(
    site,
    codePage(site, { action: '/sign-in/code', ticket, to, ...(remark !== undefined && { remark: bad(remark) }) }),
  );
};

function bad(text: string): Remark {
  return { kind: 'bad', text };
}

/** Opens the session and redirects to the sign-in page, which checks that the browser sent the cookie. */
const enter = async (
  context: Context,
  { actor, userAgent, to }: SignInVisit,
  known: VerifiedAccount,
  oneTimeCode?: string,
) => {
  const { headers } = await completeSignIn(context, actor, known, { oneTimeCode, userAgent });
  return redirectTo(siteOf(context), proofPath(to), headers);
};

/** Path of the page that checks whether the browser stored the session cookie. */
const proofPath = (to: string | undefined): string =>
  `/sign-in?${new URLSearchParams({ 'signed-in': '1', ...(to !== undefined && { to }) })}`;

/** The sign-in page with the current settings. */
const signInForm = async (
  context: Context,
  form: Omit<SignInForm, 'buttons'>,
  cookie: string | undefined,
): Promise<PageContent> => {
  const buttons = lastProviderFirst(context, await providerButtons(context), cookie);
  return signInPage(siteOf(context), { ...form, buttons });
};

const remarkOn = (refusal: ApiError, wrong: Remark): Remark => (refusal.status === 429 ? tooMany(refusal) : wrong);

const noCookie = (site: Site): Remark =>
  bad(
    `Your browser did not store the cookie that is required to sign in. Allow cookies for ${site.address}, open that address, and try again.`,
  );
