// Verifies messages of the identity provider by the settings; records and limits those that are refused, and those that
// were used before.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { clientNetwork } from '../../../lib/network/address.ts';
import { tokenHash } from '../../../lib/secrets/tokens.ts';
import { isBlank } from '../../../lib/text/text.ts';
import type { Assertion, Expected } from '../../../protocols/saml/assertion.ts';
import { SamlError, type SamlErrorCode, samlErrorMessages } from '../../../protocols/saml/error.ts';
import {
  type ExpectedLogout,
  readPostedLogout,
  readRedirectedLogout,
  type VerifiedLogout,
} from '../../../protocols/saml/logout-request.ts';
import type { IdentityProvider } from '../../../protocols/saml/parties.ts';
import { readPostedResponse, readResponse } from '../../../protocols/saml/response.ts';
import { attempt, keyOf, requireAttempts } from '../../../runtime/limits/attempts.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { attemptParts } from '../../instance/index.ts';
import { certificatesIn } from './certificates.ts';
import { logoutUrl, serviceProvider } from './metadata.ts';
import type { PostedForm } from './post-binding.ts';
import { type SamlSettings, signInProblem } from './settings.ts';
import { insertUsedMessage } from './store.ts';

/** The actor of changes that follow from a message of the provider. */
export function identityProviderActor({ requestId, address }: Pick<Actor, 'requestId' | 'address'>): Actor {
  return { requestId, address, identity: { kind: 'system', name: 'single sign-on' } };
}

const maxRefusals = 20;

type Message = 'Response' | 'LogoutRequest';

const refusalLimits = ({ address }: Actor, message: Message) => [
  { key: keyOf('saml', message, clientNetwork(address)), max: maxRefusals },
];

/** 429 for a network that sent too many refused messages, before the next one is read. */
export function requireFewRefusals(context: Context, actor: Actor, message: Message): Promise<void> {
  return requireAttempts(attemptParts(context), refusalLimits(actor, message));
}

/**
 * Handles a message of the provider. Every `SamlError` is recorded with its code before it goes on to the caller. 429
 * for a network that sent too many refused messages within a minute.
 */
export function recordingRefusals<Result>(
  context: Context,
  actor: Actor,
  message: Message,
  handle: () => Promise<Result>,
): Promise<Result> {
  return attempt(attemptParts(context), refusalLimits(actor, message), async () => {
    try {
      return await handle();
    } catch (error) {
      if (error instanceof SamlError) await recordRefusal(context, actor, { reason: error.code, message });
      throw error;
    }
  });
}

function recordRefusal(
  context: Context,
  actor: Actor,
  after: { readonly reason: SamlErrorCode; readonly message: Message },
): Promise<void> {
  context.log.warn({ ...after, requestId: actor.requestId }, samlErrorMessages[after.reason]);
  const entry = { action: 'saml.refuse', type: 'settings', id: 'saml', after };
  return auditedTransaction(context, actor, async () => ({ result: undefined, audit: [entry] }));
}

/**
 * Marks a message of the provider as used. Throws `replayed` when any instance has used it before. The parts identify
 * the message; `expiresAt` is the time from which it is refused anyway, in milliseconds since 1970.
 */
export async function requireFirstUse(tx: Transaction, parts: readonly string[], expiresAt: number): Promise<void> {
  const row = { hash: tokenHash(JSON.stringify(parts)), expires_at: timestamp(expiresAt) };
  if ((await insertUsedMessage(tx, row)) === 0) throw new SamlError('replayed');
}

/** The assertion in a response that a form carried, in base64. Throws `SamlError`. */
export function verifyPostedResponse(context: Context, settings: SamlSettings, field: string): Assertion {
  const problem = signInProblem(settings);
  if (problem !== undefined) throw new SamlError(problem.code);
  return readPostedResponse(field, expectedResponse(context, settings));
}

/** The assertion in a saved response: as XML, or in base64 as it was posted. Throws `SamlError`. */
export function verifySavedResponse(context: Context, settings: SamlSettings, text: string): Assertion {
  const read = text.trimStart().startsWith('<') ? readResponse : readPostedResponse;
  return read(text, expectedResponse(context, settings));
}

/** A logout request in a form, or in the query of an address as the browser sent it. */
export type LogoutMessage = { readonly form: PostedForm } | { readonly query: string };

/** The provider's request to end sessions. Throws `SamlError`. */
export function verifyLogoutRequest(context: Context, settings: SamlSettings, message: LogoutMessage): VerifiedLogout {
  const identityProvider = identityProviderIn(settings);
  const expected: ExpectedLogout = { identityProvider, logoutUrl: logoutUrl(context), now: context.clock.now() };
  if ('query' in message) return readRedirectedLogout(message.query, expected);
  const { request = '', response, relayState, unreadable } = message.form;
  if (unreadable !== undefined) throw new SamlError(unreadable);
  // A form with both a request and a response has no clear meaning.
  if (response !== '') throw new SamlError('malformed');
  return readPostedLogout({ request, relayState }, expected);
}

const expectedResponse = (context: Context, settings: SamlSettings): Expected => ({
  serviceProvider: serviceProvider(context),
  identityProvider: identityProviderIn(settings),
  now: context.clock.now(),
});

function identityProviderIn(settings: SamlSettings): IdentityProvider {
  const certificates = [settings['idp-cert'], settings['old-idp-cert']].flatMap(certificatesIn);
  const entityId = isBlank(settings['idp-entity-id']) ? null : settings['idp-entity-id'];
  return { certificates, entityId: entityId ?? undefined };
}
