// Validates certificates of private certificate authorities. They are in the attribute `ca-certificate` of
// several settings groups for outgoing connections.
import { X509Certificate } from 'node:crypto';
import { isBlank } from '../../../lib/text/text.ts';
import type { BrokenRule } from './group.ts';

/** Checks that `ca-certificate` is blank or contains PEM certificates. */
export function authorityFaults(values: { readonly 'ca-certificate': string | null }): readonly BrokenRule[] {
  const text = values['ca-certificate'];
  return text === null || isBlank(text) || areCertificates(text) ? [] : [wrongCertificate];
}

const wrongCertificate = {
  attribute: 'ca-certificate',
  code: 'malformed',
  message: 'must be one or several certificates in PEM, beginning with -----BEGIN CERTIFICATE-----',
} as const;

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function areCertificates(text: string): boolean {
  const blocks = text.match(certificate) ?? [];
  return blocks.length > 0 && text.replaceAll(certificate, '').trim() === '' && blocks.every(isCertificate);
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}
