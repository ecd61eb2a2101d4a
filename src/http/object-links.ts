// Links under `/object/`. Each link lets everyone who has it perform one action on one record. Links are signed and
// contain their purpose and expiry, so they need not be stored.
import type { Context } from '../context.ts';

/**
 * Contents of a link: its purpose, its record, further details, and its expiry. No text among them may contain a dot,
 * because dots separate them.
 */
export interface LinkTerms {
  readonly purpose: string;
  /** Identifier of the record. */
  readonly id: string;
  readonly details: readonly string[];
  /** Expiry time in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Whether a response body may contain a link to a stored object. */
export const mayHaveObjectLink = (body: string): boolean => body.includes('/object/');

/** Returns the last path segment of a link. Equal contents give equal segments. */
export function capabilityWith({ vault }: Context, { purpose, id, details, endsAt }: LinkTerms): string {
  const text = [purpose, id, endsAt, ...details].join('.');
  return `${text}.${vault.sign('object link', text)}`;
}

/**
 * Returns the contents of a link. Returns undefined if its signature is invalid, it has expired, or it is for another
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
