import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { SmsProvider } from '../../../effects/sms.ts';
import { AccountIdOrBlank, PhoneNumberOrBlank, Text } from '../../../jsonapi/schema.ts';
import { clearable, group, required, value } from '../settings/group.ts';
import { inForce } from '../settings/live.ts';

const maxTokenLength = 255;

const hostOf = (url: string): string => new URL(url).host;

/** The text message provider (API reference, `sms-settings`). */
export const sms = group({
  id: 'sms',
  attributes: {
    enabled: value(Type.Boolean(), false),
    'account-sid': clearable(AccountIdOrBlank()),
    'auth-token': { ...clearable(Text(maxTokenLength)), isSecret: true, isWriteOnly: true },
    /**
     * Host for which the token was stored. The token is never sent to another host, even if the configuration changes.
     */
    'auth-token-host': { ...clearable(Text()), isReadOnly: true, isWriteOnly: true },
    'from-number': clearable(PhoneNumberOrBlank()),
  },
  rules: (values, before, { config }, { isSent }) => {
    if (!values.enabled) return [];
    const isElsewhere = before['auth-token'] !== null && before['auth-token-host'] !== hostOf(config.smsBaseUrl);
    const message = 'must be sent again because the host has changed';
    const moved =
      isElsewhere && !isSent('auth-token') ? [{ attribute: 'auth-token', code: 'invalid' as const, message }] : [];
    return [...required(values, 'account-sid', 'auth-token', 'from-number'), ...moved];
  },
  derive: (values, _before, { config }, { isSent }) =>
    isSent('auth-token') ? { ...values, 'auth-token-host': hostOf(config.smsBaseUrl) } : values,
});

const smsSettings = inForce(sms);

/**
 * Returns the current provider. Undefined while text messages are off, and if the token was stored for another host.
 */
export function smsProvider(context: Context): SmsProvider | undefined {
  const { enabled, ...values } = smsSettings(context);
  const { 'account-sid': accountSid, 'auth-token': authToken, 'from-number': fromNumber } = values;
  if (!enabled || accountSid === null || authToken === null || fromNumber === null) return undefined;
  if (values['auth-token-host'] !== hostOf(context.config.smsBaseUrl)) return undefined;
  const { config } = context;
  return { baseUrl: config.smsBaseUrl, accountSid, authToken, fromNumber, proxy: config };
}
