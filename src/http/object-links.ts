// Links under `/object/`. A link permits one action on one record to everyone who has it. Links are not stored: each
// contains its purpose and expiry, and is signed.
import type { Context } from '../context.ts';

/** Terms of a link: what it permits, for which record, and until when. No part may contain a dot. */
export interface LinkTerms {
  readonly purpose: string;
  /** Identifier of the record. */
  readonly id: string;
  readonly details: readonly string[];
  /** Expiry in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Returns the last path segment of a link. Equal terms give the same segment. */
export function capabilityWith({ vault }: Context, { purpose, id, details, endsAt }: LinkTerms): string {
  const text = [purpose, id, endsAt, ...details].join('.');
  return `${text}.${vault.sign('object link', text)}`;
}

/**
 * Returns the terms of a link. Undefined if its signature is invalid, if it has expired, or if it is for another
 * purpose.
 */
export function termsOf(
  { vault, clock }: Context,
  capability: string,
  purpose: string,
): Pick<LinkTerms, 'id' | 'details'> | undefined {
  const parts = capability.split('.');
  const [text, signature] = [parts.slice(0, -2), parts.slice(-2).join('.')];
  const [itsPurpose, id = '', endsAt, ...details] = text;
  const isSigned = vault.isSigned('object link', text.join('.'), signature);
  return isSigned && itsPurpose === purpose && Number(endsAt) > clock.now() ? { id, details } : undefined;
}
