import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { SmsProvider } from '../../../effects/sms.ts';
import { AccountIdOrBlank, PhoneNumberOrBlank, Text } from '../../../jsonapi/schema.ts';
import { clearable, group, required, value } from '../settings/group.ts';
import { inForce } from '../settings/live.ts';

const maxTokenLength = 255;

/** The provider of text messages (reference, `sms-settings`). */
export const sms = group({
  id: 'sms',
  name: (words) => words.sms,
  attributes: {
    enabled: value(Type.Boolean(), false),
    'account-sid': clearable(AccountIdOrBlank()),
    'auth-token': { ...clearable(Text(maxTokenLength)), isSecret: true, isWriteOnly: true },
    'from-number': clearable(PhoneNumberOrBlank()),
  },
  rules: (values) => (values.enabled ? required(values, 'account-sid', 'auth-token', 'from-number') : []),
});

const smsSettings = inForce(sms);

/** The provider in use; undefined while text messages are off. */
export function smsProvider(context: Context): SmsProvider | undefined {
  const { enabled, ...values } = smsSettings(context);
  const { 'account-sid': accountSid, 'auth-token': authToken, 'from-number': fromNumber } = values;
  if (!enabled || accountSid === null || authToken === null || fromNumber === null) return undefined;
  return { baseUrl: context.config.smsBaseUrl, accountSid, authToken, fromNumber };
}
