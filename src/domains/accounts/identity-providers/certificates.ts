// Parses the identity provider's certificates in the settings. The value is one PEM certificate or a bundle.
import { X509Certificate } from 'node:crypto';
import { isBlank } from '../../../lib/text/text.ts';

const block = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Splits a text into its PEM certificates. A text without a PEM block is returned unchanged. */
export const certificatesIn = (text: string | null): readonly string[] =>
  text === null || isBlank(text) ? [] : (text.match(block) ?? [text]);

/** Parses a certificate. Undefined if the text is not a certificate. */
export function certificateIn(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}

/** Explains why one of the certificates cannot verify signatures. Undefined if all certificates can. */
export function certificateProblem(text: string | null): string | undefined {
  const all = certificatesIn(text);
  if (all.some((each) => certificateIn(each) === undefined)) return 'must be an X.509 certificate in PEM form';
  return all.every(verifies)
    ? undefined
    : 'must be a certificate with an RSA key, because signatures with other types of keys are not accepted';
}

/** Whether the text is a certificate that can verify signatures. Such a certificate has an RSA key. */
export const verifies = (text: string): boolean => certificateIn(text)?.publicKey.asymmetricKeyType === 'rsa';
