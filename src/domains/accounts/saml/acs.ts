// The assertion consumer service (ACS), which handles SAML responses posted by browsers.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Rendered } from '../../../http/reply.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { safeRedirectPath } from '../../../lib/network/safe-redirect-path.ts';
import { isBlank } from '../../../lib/text/text.ts';
import { pageReply } from '../../../pages/page-reply.ts';
import type { Assertion } from '../../../protocols/saml/assertion.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { providerName } from '../../../protocols/sign-in/claims.ts';
import { SignInError } from '../../../protocols/sign-in/error.ts';
import { siteOf } from '../../instance/index.ts';
import { pinProvider, readSamlSettings, samlButton, samlPaths } from '../identity-providers/saml-settings.ts';
import { providersInUse } from '../identity-providers/sign-in-state.ts';
import { samlTeamRules } from '../identity-providers/team-rules.ts';
import { acceptAnswer, outcomePage, type SignInOutcome } from '../single-sign-on/answer.ts';
import { recordingRefusals, requireFewRefusals, requireFirstUse } from '../single-sign-on/refusals.ts';
import { browserCookieIn, finishRequest, hasOpenRequest } from '../single-sign-on/requests.ts';
import { type ProviderSession, signedInPath } from '../single-sign-on/sso-session.ts';
import { debugPage, decodedMessage, refusalPage } from './pages.ts';
import { maxResponseForm, type PostedForm, type PostedMessage, readPostedForm } from './post-binding.ts';
import { claimedBy, samlProtocol, type Verified } from './rules.ts';
import { verifyPostedResponse } from './verify.ts';

const kind = { protocol: samlProtocol, message: 'Response' };

/**
 * Handles a SAML response. While single sign-on is off, an administrator may still be checking the settings. Therefore,
 * a response is then read only if the browser has started a sign-in that is still open. The page of a refused response
 * explains the reason only while debugging is on.
 */
export async function acs(context: Context, actor: Actor, request: PostedMessage): Promise<Rendered> {
  await requireFewRefusals(context, actor, kind);
  const { debug, enabled } = await readSamlSettings(context, context.database);
  const { cookie, 'user-agent': userAgent } = request.headers;
  const browser = browserCookieIn(context, cookie);
  const isExpected = enabled || (await hasOpenRequest(context, browser));
  const reading = { kind: kind.message, maxBytes: maxResponseForm, isExpected };
  const form = await readPostedForm(context, actor, request, reading);
  const posted = { form, browser, userAgent };
  try {
    const outcome = await recordingRefusals(context, actor, kind, () => accept(context, actor, posted));
    if (debug && outcome.purpose === 'sign-in') return debugged(context, outcome, form);
    return outcomePage(context, outcome, onwardOf(form));
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const shown = debug ? { xml: decodedMessage(form.response), error } : undefined;
    const site = siteOf(context);
    return pageReply(site, refusalPage(site, error.code, shown), 403);
  }
}

interface PostedResponse {
  readonly form: PostedForm;
  /** Value of the cookie that identifies the browser's requests. */
  readonly browser: string | undefined;
  readonly userAgent: string | undefined;
}

const onwardOf = ({ relayState }: PostedForm) => ({ to: safeRedirectPath(relayState ?? ''), by: samlButton });

async function accept(
  context: Context,
  actor: Actor,
  { form, browser, userAgent }: PostedResponse,
): Promise<SignInOutcome> {
  if (form.unreadable !== undefined) throw new SamlError(form.unreadable);
  const settings = await readSamlSettings(context, context.database);
  const assertion = verifyPostedResponse(context, settings, form.response);
  const [teams, inUse] = [await samlTeamRules(context, settings), await providersInUse(context)];
  const verified = { assertion, settings, teams, inUse };
  const answer = {
    protocol: samlProtocol,
    isOn: settings.enabled,
    session: sessionOf(assertion),
    authenticatedAt: assertion.authenticatedAt,
    satisfiesTwoFactor: settings['sso-satisfies-two-factor'],
    codePath: samlPaths.code,
    takeRequest: async (tx: Transaction) => {
      await requireFirstUse(tx, [assertion.issuer, assertion.id], assertion.expiresAt);
      return finishRequest(tx, context, assertion.inResponseTo, browser);
    },
    changeSettings: (tx: Transaction) => pinIssuer(tx, context, verified),
    claimed: () => claimedBy(verified),
  };
  return acceptAnswer(context, actor, answer, { userAgent, ...onwardOf(form) });
}

const sessionOf = ({ issuer, nameId, ...assertion }: Assertion): ProviderSession => {
  const { nameIdFormat, nameQualifier, spNameQualifier, sessionIndex, issuedAt } = assertion;
  const name = providerName('saml', issuer, nameId);
  return { ...name, nameIdFormat, nameQualifier, spNameQualifier, sessionIndex, issuedAt };
};

/** Stores the issuer of the first sign-in, so that the same certificate cannot be used by another provider later. */
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

/** Returns the page that shows the SAML response after a sign-in while debugging is on. */
function debugged(
  context: Context,
  { headers }: SignInOutcome & { readonly purpose: 'sign-in' },
  form: PostedForm,
): Rendered {
  const site = siteOf(context);
  const page = debugPage(site, signedInPath(onwardOf(form)), decodedMessage(form.response));
  return pageReply(site, page, 200, headers);
}
