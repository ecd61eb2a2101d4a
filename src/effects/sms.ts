// Sends one text message through the HTTP API of a provider: a form POST with basic authentication.
import { text } from 'node:stream/consumers';
import { boundedChunks } from '../kernel/byte-source.ts';
import { NoAnswer, type ProxyConfig, RefusedAddress, sendRequest } from './outbound.ts';
import { ProxyFailure } from './proxy-tunnel.ts';

/** Settings of the SMS provider, including the account and the sender's phone number. */
export interface SmsProvider {
  /** Base URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly fromNumber: string;
  readonly proxy: ProxyConfig;
}

export interface Sms {
  /** Phone number of the recipient. Spaces and punctuation are allowed. */
  readonly to: string;
  readonly text: string;
}

/** Result of sending a text message. A reason is the provider's own text without credentials. */
export type SmsOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'failed'; readonly at: 'address' | 'proxy' | 'connection' | 'answer' };

const defaultTimeout = 10_000;
const maxResponseBytes = 65_536;
const maxReasonLength = 300;

const normalizedNumber = (number: string): string => number.replaceAll(/[^0-9+]/g, '');

/** Returns the credentials in the form of basic authentication. */
const credentialsOf = ({ accountSid, authToken }: SmsProvider): string =>
  Buffer.from(`${accountSid}:${authToken}`).toString('base64');

/** Posts a form. Redirects are not followed: they are returned as responses. */
const sendForm = async (url: URL, provider: SmsProvider, form: string, signal: AbortSignal) => {
  const headers = {
    authorization: `Basic ${credentialsOf(provider)}`,
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  using answer = await sendRequest(url, { method: 'POST', headers, body: form, proxy: provider.proxy, signal });
  const tooLong = () => new NoAnswer('too long');
  return { status: answer.status, text: await text(boundedChunks(answer, maxResponseBytes, tooLong)) };
};

const messageIn = (text: string): string | undefined => {
  try {
    const answer: unknown = JSON.parse(text);
    const message: unknown = Reflect.get(Object(answer), 'message');
    return typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Returns the credentials and the text of the message, which contains a one-time code. They must not be shown, even if
 * the provider repeats them in its answer.
 */
const secretsIn = (provider: SmsProvider, { text }: Sms): readonly string[] => [
  provider.authToken,
  credentialsOf(provider),
  text,
  ...(text.match(/\d{6,}/g) ?? []),
];

const reasonOf = ({ status, text }: Awaited<ReturnType<typeof sendForm>>, provider: SmsProvider, sms: Sms): string => {
  const message = messageIn(text) ?? `HTTP status ${status}`;
  return secretsIn(provider, sms)
    .reduce((masked, secret) => masked.replaceAll(secret, '***'), message)
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, maxReasonLength);
};

const failureOf = (error: unknown, signal: AbortSignal): SmsOutcome => {
  if (signal.aborted) return { kind: 'timed-out' };
  if (error instanceof RefusedAddress) return { kind: 'failed', at: 'address' };
  if (error instanceof ProxyFailure) return { kind: 'failed', at: 'proxy' };
  return { kind: 'failed', at: error instanceof NoAnswer ? 'answer' : 'connection' };
};

/** Sends one text message and returns the result. `timeout` is the maximum time of the whole request in ms. */
export const sendSms = async (provider: SmsProvider, sms: Sms, timeout = defaultTimeout): Promise<SmsOutcome> => {
  const { baseUrl, accountSid, fromNumber } = provider;
  const url = new URL(`${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`);
  const form = new URLSearchParams({
    To: normalizedNumber(sms.to),
    From: normalizedNumber(fromNumber),
    Body: sms.text,
  });
  const signal = AbortSignal.timeout(timeout);
  try {
    const answer = await sendForm(url, provider, form.toString(), signal);
    if (answer.status >= 200 && answer.status < 300) return { kind: 'accepted' };
    return { kind: 'refused', reason: reasonOf(answer, provider, sms) };
  } catch (error) {
    return failureOf(error, signal);
  }
};
