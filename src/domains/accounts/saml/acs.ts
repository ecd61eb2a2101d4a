// The assertion consumer service: handles the response that a browser posts from the identity provider.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Rendered } from '../../../http/reply.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { safeRedirectPath } from '../../../lib/network/safe-redirect-path.ts';
import { isBlank } from '../../../lib/text/text.ts';
import type { PageContent } from '../../../pages/layout.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import type { Assertion } from '../../../protocols/saml/assertion.ts';
import { readClaims } from '../../../protocols/saml/claims.ts';
import { SamlError, type SamlErrorCode } from '../../../protocols/saml/error.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import { siteOf } from '../../instance/index.ts';
import type { UserRow } from '../users/users.ts';
import { type DryRun, dryRun } from './dry-run.ts';
import { linkOwnAccount } from './identities.ts';
import { type AnsweredRequest, browserCookieIn, finishRequest, hasOpenRequest, type Purpose } from './login.ts';
import { debugPage, decodedMessage, dryRunPage, linkedPage, refusalPage } from './pages.ts';
import { maxResponseForm, type PostedForm, type PostedMessage, readPostedForm, unreadForm } from './post-binding.ts';
import { provision } from './provisioning.ts';
import { pinProvider, readSamlSettings, type SamlSettings } from './settings.ts';
import { openSsoSession, requestCode, requiresCode, signedInPath } from './sso-session.ts';
import { sessionOfRequest } from './store.ts';
import {
  identityProviderActor,
  recordingRefusals,
  requireFewRefusals,
  requireFirstUse,
  verifyPostedResponse,
} from './verify.ts';

/**
 * Handles the response; the page of a refusal says why only while debugging is on. While single sign-on is off, only
 * responses to a browser that made a request are read: an administrator may be checking the settings.
 */
export async function acs(context: Context, actor: Actor, request: PostedMessage): Promise<Rendered> {
  await requireFewRefusals(context, actor, 'Response');
  const { debug, enabled } = await readSamlSettings(context, context.database);
  const { cookie, 'user-agent': userAgent } = request.headers;
  const browser = browserCookieIn(context, cookie);
  const isExpected = enabled || (await hasOpenRequest(context, browser));
  const form = isExpected ? await readPostedForm({ context, actor }, request, maxResponseForm) : unreadForm;
  const posted = { form, browser, userAgent };
  try {
    const outcome = await recordingRefusals(context, actor, 'Response', () => accept(context, actor, posted));
    return outcomePage(context, outcome, form, debug);
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    const shown = debug ? { xml: decodedMessage(form.response), code: error.code } : undefined;
    const site = siteOf(context);
    return pageReply(site, refusalPage(site, error.code, shown), 403);
  }
}

interface PostedResponse {
  readonly form: PostedForm;
  /** The cookie of the browser. */
  readonly browser: string | undefined;
  readonly userAgent: string | undefined;
}

type Outcome =
  | { readonly purpose: 'sign-in'; readonly headers: Readonly<Record<string, string>> }
  | { readonly purpose: 'code'; readonly page: PageContent }
  | { readonly purpose: 'link' }
  | { readonly purpose: 'check'; readonly dryRun: DryRun };

async function accept(context: Context, actor: Actor, { form, browser, userAgent }: PostedResponse): Promise<Outcome> {
  if (form.unreadable !== undefined) throw new SamlError(form.unreadable);
  const settings = await readSamlSettings(context, context.database);
  const assertion = verifyPostedResponse(context, settings, form.response);
  const provider = identityProviderActor(actor);
  const { purpose, user, refusal } = await auditedTransaction(context, provider, async (tx) => {
    await requireFirstUse(tx, [assertion.issuer, assertion.id], assertion.expiresAt);
    const request = await finishRequest(tx, context, assertion.inResponseTo, browser);
    return apply(tx, context, provider, { assertion, settings, request });
  });
  if (refusal !== undefined) throw new SamlError(refusal);
  if (purpose === 'check') return { purpose, dryRun: await dryRun(context, { assertion, settings }) };
  if (user === undefined) return { purpose: 'link' };
  const start = { assertion, userAgent, to: safeRedirectPath(form.relayState ?? '') };
  if (requiresCode(settings, user)) return { purpose: 'code', page: await requestCode(context, actor, user, start) };
  return { purpose: 'sign-in', headers: await openSsoSession(context, actor, user, start) };
}

interface Verified {
  readonly assertion: Assertion;
  readonly settings: SamlSettings;
}

interface Applied {
  readonly purpose: Purpose;
  /** The account that signs in. */
  readonly user?: UserRow;
  /** It may not, although what was changed stays. */
  readonly refusal?: SamlErrorCode | undefined;
}

/** Does what the request was made for, up to the session. */
async function apply(
  tx: Transaction,
  context: Context,
  actor: Actor,
  { assertion, settings, request }: Verified & { readonly request: AnsweredRequest },
): Promise<Audited<Applied>> {
  const { purpose } = request;
  if (purpose === 'check') {
    const { is_admin } = await requireSession(tx, context, request);
    if (is_admin === 0) throw new SamlError('session-over');
    return { result: { purpose }, audit: [] };
  }
  if (!settings.enabled) throw new SamlError('off');
  const pinned = await pinIssuer(tx, context, { assertion, settings });
  if (purpose === 'link') {
    const { user_id } = await requireSession(tx, context, request);
    const linked = await linkOwnAccount(tx, context, readClaims(assertion, settings), user_id);
    return { result: { purpose }, audit: [...pinned, ...linked] };
  }
  const { result, audit } = await provision(tx, context, actor, { assertion, settings });
  return { result: { purpose, user: result.user, refusal: result.refusal }, audit: [...pinned, ...audit] };
}

/** The session that made the request, which must still be valid and must not impersonate anybody. */
async function requireSession(tx: Transaction, { clock }: Context, { sessionId }: AnsweredRequest) {
  const session = await tx.first(sessionOfRequest, { id: sessionId ?? '' });
  const isValid = session?.impersonation_ends_at === null && session.expires_at > timestamp(clock.now());
  if (session === undefined || !isValid) throw new SamlError('session-over');
  return session;
}

/** Keeps the issuer of the first sign-in, so that the same certificate cannot vouch for another provider later. */
async function pinIssuer(
  tx: Transaction,
  context: Context,
  { assertion, settings }: Verified,
): Promise<readonly AuditEntry[]> {
  if (!isBlank(settings['idp-entity-id'])) return [];
  const { result, audit } = await pinProvider(tx, context, assertion.issuer);
  if (result !== assertion.issuer) throw new SamlError('wrong-issuer');
  return audit;
}

function outcomePage(context: Context, outcome: Outcome, form: PostedForm, isDebugging: boolean): Rendered {
  const site = siteOf(context);
  switch (outcome.purpose) {
    case 'link':
      return pageReply(site, linkedPage(site));
    case 'check':
      return pageReply(site, dryRunPage(site, outcome.dryRun));
    case 'code':
      return pageReply(site, outcome.page);
    case 'sign-in': {
      const path = signedInPath(safeRedirectPath(form.relayState ?? ''));
      const { headers } = outcome;
      return isDebugging
        ? pageReply(site, debugPage(site, path, decodedMessage(form.response)), 200, headers)
        : redirectTo(site, path, headers);
    }
  }
}
