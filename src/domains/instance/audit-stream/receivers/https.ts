// HTTPS receivers: each batch is the body of a signed request, with one record per line.
import { NotTaken } from '../../../../effects/delivery.ts';
import { sendRequest } from '../../../../effects/outbound.ts';
import { Text } from '../../../../jsonapi/schema.ts';
import { boundedChunks } from '../../../../kernel/byte-source.ts';
import { isBlank } from '../../../../lib/text/text.ts';
import { batchSignature, signatureHeader } from '../../../../protocols/audit-stream/signature.ts';
import { type BrokenRule, clearable, required } from '../../settings/group.ts';
import { receiverKind } from './receiver.ts';

const [maxUrlLength, maxSecretLength, minSecretLength] = [2_048, 512, 16];
const maxAnswerBytes = 65_536;

export const https = receiverKind({
  attributes: {
    url: clearable(Text(maxUrlLength)),
    /** Key with which each batch is signed. */
    secret: { ...clearable(Text(maxSecretLength)), isSecret: true, isWriteOnly: true },
  },
  faults: (values) => {
    const { url, secret } = values;
    return [
      ...required(values, 'url', 'secret'),
      ...(url === null || isBlank(url) || isReceiverUrl(url) ? [] : [wrongUrl]),
      ...(secret === null || isBlank(secret) || secret.length >= minSecretLength ? [] : [shortSecret]),
    ];
  },
  send: async ({ url, secret }, lines, { now, proxy, signal, authorities }) => {
    const body = lines.map(({ text }) => `${text}\n`).join('');
    const headers = {
      'content-type': 'application/x-ndjson',
      [signatureHeader]: batchSignature(secret ?? '', Math.floor(now / 1_000), body),
    };
    const request = { method: 'POST', headers, body, proxy, signal, authorities } as const;
    using answer = await sendRequest(new URL(url ?? ''), request);
    const { status } = answer;
    if (status >= 300 && status < 400)
      throw new NotTaken(`The receiver responded with status ${status}. Redirects are not followed.`);
    if (status < 200 || status >= 300) throw new NotTaken(`The receiver responded with status ${status}.`);
    // The batch counts as accepted only after the complete response was read.
    const tooLong = (limit: number) => new NotTaken(`The receiver's response is longer than ${limit} bytes.`);
    for await (const _ of boundedChunks(answer, maxAnswerBytes, tooLong));
  },
});

const wrongUrl: BrokenRule = {
  attribute: 'url',
  code: 'malformed',
  message: 'must be an https URL without a username, a password or a fragment',
};

const shortSecret: BrokenRule = {
  attribute: 'secret',
  code: 'too-short',
  message: `is too short (minimum is ${minSecretLength} characters)`,
};

/**
 * Whether the text is an https URL without credentials and without a fragment. Credentials would be shown in the
 * settings, and a fragment is never sent.
 */
function isReceiverUrl(text: string): boolean {
  // The URL parser removes line breaks and tabs, which must not be accepted in a URL.
  const url = /^https:\/\/\S+$/i.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '' && url.hash === '';
}
