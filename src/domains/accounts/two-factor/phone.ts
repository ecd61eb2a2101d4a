// Enrolment of a phone as the second factor.
import type { Context } from '../../../context.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { updateUser } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { type Enrolment, requireOff } from './account.ts';
import { entryFor } from './entry.ts';
import { twoFactorPhonePlace, twoFactorSecretPlace } from './places.ts';
import type { Check, PersonalActor } from './proof.ts';
import { issueFirstCode, requireProvider, sendIssuedCode } from './send-code.ts';
import { newTotpSecret } from './totp.ts';

/**
 * Starts an enrolment with a phone number and sends the first code. An earlier enrolment that was not confirmed is
 * replaced. 400 if two-factor authentication is on, if text messages are off, or with the text message provider's
 * reason if the provider refuses. 422 without proof of ownership. 429 after ten codes within an hour.
 */
export async function beginPhoneEnrolment(
  context: Context,
  { actor, person: { id } }: PersonalActor,
  phone: string,
  check: Check,
): Promise<Enrolment> {
  const provider = requireProvider(context);
  const { vault } = context;
  const sealed = {
    two_factor_secret: vault.seal(twoFactorSecretPlace(id), newTotpSecret()),
    two_factor_phone: vault.seal(twoFactorPhonePlace(id), phone),
  };
  const sending = await auditedTransaction(context, actor, async (tx) => {
    const before = await lockCredentials(tx, id);
    requireOff(before);
    const proved = await check(tx, before);
    await updateUser(tx, id, { ...sealed, two_factor_step: null });
    const result = await issueFirstCode(tx, context, { ...before, ...sealed });
    return { result, audit: [...proved, entryFor(id, 'begin-two-factor'), entryFor(id, 'send-code')] };
  });
  await sendIssuedCode(context, provider, sending);
  return { userId: id, secret: null, uri: null, phone };
}
