import type { Context } from '../../../context.ts';
import { type Sms, type SmsOutcome, type SmsProvider, sendSms } from '../../../effects/sms.ts';
import { isHeld } from '../../../runtime/state/held.ts';
import { heldRefusal } from '../held/refusal.ts';

const failedAt = {
  address:
    'the address of the provider is link-local or belongs to a metadata service, and Tipstaff does not connect to such addresses',
  proxy: 'the proxy in TIPSTAFF_HTTPS_PROXY did not open a connection to the provider',
  connection: 'no connection to the provider could be made',
  answer: 'the response of the provider cannot be read',
} as const;

/** Sends a text message. Returns the reason if the message was not sent. */
export async function sendOrRefusal(
  { database }: Context,
  provider: SmsProvider,
  sms: Sms,
): Promise<string | undefined> {
  if (await isHeld(database)) return heldRefusal;
  return refusalIn(await sendSms(provider, sms));
}

function refusalIn(outcome: SmsOutcome): string | undefined {
  switch (outcome.kind) {
    case 'accepted':
      return undefined;
    case 'refused':
      return `The SMS provider refused the message: ${outcome.reason}`;
    case 'timed-out':
      return 'The SMS provider did not answer in time.';
    case 'failed':
      return `The message could not be sent through the SMS provider: ${failedAt[outcome.at]}.`;
  }
}
