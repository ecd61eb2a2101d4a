// The certificates of the identity provider in the settings: one, or a bundle of several.
import { X509Certificate } from 'node:crypto';
import { isBlank } from '../../../lib/text/text.ts';

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

/** The fault of certificates by one of which no signature can be verified; undefined for sound ones. */
export function certificateProblem(text: string | null): string | undefined {
  const all = certificatesIn(text);
  if (all.some((each) => certificateIn(each) === undefined)) return 'must be an X.509 certificate in PEM form';
  return all.every(verifies)
    ? undefined
    : 'must be a certificate with an RSA key: signatures by other keys are not accepted';
}

/** True of a certificate by which signatures can be verified. */
export const verifies = (text: string): boolean => certificateIn(text)?.publicKey.asymmetricKeyType === 'rsa';
