// Links below `/object/`: a link lets its bearer do one thing with one record. Nothing about it is stored: it says what it
// is for and until when, and is signed.
import type { Context } from '../context.ts';

/** Terms of a link: what it permits, and to whom or how; in its parts are no dots. */
export interface LinkTerms {
  readonly purpose: string;
  /** The record. */
  readonly id: string;
  readonly details: readonly string[];
  /** In milliseconds since 1970. */
  readonly endsAt: number;
}

/** The last part of the address, the same for the same terms. */
export function capabilityWith({ vault }: Context, { purpose, id, details, endsAt }: LinkTerms): string {
  const text = [purpose, id, endsAt, ...details].join('.');
  return `${text}.${vault.sign('object link', text)}`;
}

/** The terms of a capability; undefined when it was not signed here, has expired, or is for another purpose. */
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
