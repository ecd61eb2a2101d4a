// Enrolling a phone as the second factor.
import type { Context } from '../../../context.ts';
import { newTotpSecret } from '../../../lib/totp.ts';
import { change } from '../../audit/audit.ts';
import { type Enrolment, requireOff } from './account.ts';
import { entryFor } from './entry.ts';
import { phonePlace, secretPlace } from './places.ts';
import type { Asking } from './proof.ts';
import { holdTwoFactor } from './store.ts';
import { issueFirstCode, requireProvider, sendFirstCode } from './texting.ts';

/**
 * Begins an enrolment with a phone number, in place of one that was not confirmed, and sends the first code there. 400
 * when two-factor authentication is on, while text messages are off, and with the provider's words when it refuses;
 * 429 after ten codes within an hour.
 */
export const beginPhoneEnrolment = async (
  context: Context,
  { actor, person: { id } }: Asking,
  phone: string,
): Promise<Enrolment> => {
  const provider = requireProvider(context);
  const { vault } = context;
  const sealed = {
    two_factor_secret: vault.seal(secretPlace(id), newTotpSecret()),
    two_factor_phone: vault.seal(phonePlace(id), phone),
  };
  const sending = await change(context, actor, async (tx) => {
    const before = await holdTwoFactor(tx, id);
    requireOff(before);
    await tx.run((db) =>
      db
        .updateTable('users')
        .set({ ...sealed, two_factor_step: null })
        .where('id', '=', id),
    );
    const result = await issueFirstCode(tx, context, id, { ...before, ...sealed });
    return { result, audit: [entryFor(id, 'begin-two-factor'), entryFor(id, 'send-code')] };
  });
  await sendFirstCode(context, provider, sending);
  return { userId: id, secret: null, uri: null, phone };
};
