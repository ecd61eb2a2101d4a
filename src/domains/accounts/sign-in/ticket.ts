// The one-time code page contains an encrypted ticket, which proves that the password was verified.
import type { Context } from '../../../context.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import { tokenHash } from '../../../lib/secrets/tokens.ts';
import { credentialsById } from '../users/store.ts';
import type { VerifiedAccount } from './sign-in.ts';

/** Lifetime of a ticket in milliseconds. */
export const ticketLifetime = 5 * 60_000;

const place: SecretPlace = { table: '', column: '', id: 'sign-in ticket' };

/** Creates a ticket, which becomes invalid if the password changes. */
export function ticketFor({ vault, clock }: Context, known: VerifiedAccount): string {
  return vault.seal(place, [known.id, clock.now() + ticketLifetime, passwordMark(known)].join(' '));
}

/** Returns the account of a ticket. Undefined if the ticket is forged or expired, or the password has changed. */
export async function accountOfTicket(context: Context, ticket: string): Promise<VerifiedAccount | undefined> {
  const [id = '', endsAt = '', mark] = opened(context, ticket);
  if (!(Number(endsAt) > context.clock.now())) return undefined;
  const account = await context.database.first(credentialsById, { id });
  return account?.is_suspended === 0 && passwordMark(account) === mark ? account : undefined;
}

const passwordMark = ({ password_hash }: Pick<VerifiedAccount, 'password_hash'>): string =>
  tokenHash(password_hash ?? '');

const opened = ({ vault }: Context, ticket: string): readonly string[] => {
  try {
    return vault.open(place, ticket).split(' ');
  } catch {
    return [];
  }
};
