// The certificates of the identity provider in the settings: one, or a bundle of several.
import { X509Certificate } from 'node:crypto';
import { isBlank } from '../../../lib/text.ts';

const block = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** The certificates in a text, each in PEM; what is none stays as it is. */
export const certificatesIn = (text: string | null): readonly string[] =>
  text === null || isBlank(text) ? [] : (text.match(block) ?? [text]);

/** A certificate; undefined where a text is none. */
export function certificateIn(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}

/** The fault of certificates by which no signature can be verified; undefined for sound ones. */
export function certificateProblem(text: string | null): string | undefined {
  const all = certificatesIn(text).map(certificateIn);
  if (all.includes(undefined)) return 'must be an X.509 certificate in PEM form';
  return all.every((each) => each?.publicKey.asymmetricKeyType === 'rsa')
    ? undefined
    : 'must be a certificate with an RSA key: signatures by other keys are not accepted';
}
