// Between the password and the one-time code: a sealed note, kept by the browser, that the password was given.
import type { Context } from '../../../context.ts';
import type { SecretPlace } from '../../../lib/secrets.ts';
import { tokenHash } from '../../../lib/tokens.ts';
import { credentialsById } from '../users/store.ts';
import type { Known } from './sign-in.ts';

/** How long a ticket is good for, in milliseconds. */
export const ticketLifetime = 5 * 60_000;

const place: SecretPlace = { table: '', column: '', id: 'sign-in ticket' };

const passwordMark = ({ password_hash }: Pick<Known, 'password_hash'>): string => tokenHash(password_hash ?? '');

/** A ticket that proves the password of an account; it is useless once the password is changed. */
export const ticketFor = ({ vault, clock }: Context, known: Known): string =>
  vault.seal(place, [known.id, clock.now() + ticketLifetime, passwordMark(known)].join(' '));

const opened = ({ vault }: Context, ticket: string): readonly string[] => {
  try {
    return vault.open(place, ticket).split(' ');
  } catch {
    return [];
  }
};

/** The account of a ticket, to go on from there; undefined when the ticket is forged, too old, or of an old password. */
export const knownByTicket = async (context: Context, ticket: string): Promise<Known | undefined> => {
  const [id = '', endsAt = '', mark] = opened(context, ticket);
  if (!(Number(endsAt) > context.clock.now())) return undefined;
  const account = await context.database.first(credentialsById, { id });
  return account?.is_suspended === 0 && passwordMark(account) === mark ? account : undefined;
};
