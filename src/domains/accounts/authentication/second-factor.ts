// Checks the second factor, which the instance and organizations can require (docs/decisions/0028).
import type { Context } from '../../../context.ts';
import type { Person } from '../../../kernel/actor.ts';
import { generalSettings } from '../../instance/index.ts';
import { ssoSatisfiesTwoFactor } from '../identity-providers/sign-in-state.ts';

/** Account columns that decide whether the account has a second factor. */
export interface FactorRow {
  readonly id: string;
  readonly username: string;
  readonly is_admin: number;
  readonly is_service_account: number;
  readonly two_factor_confirmed_at: string | null;
  /** Whether the request was authenticated through single sign-on. */
  readonly isBySso: boolean;
}

/**
 * Returns the person who sends a request. If administrators must have a second factor, an administrator without one
 * counts as a plain user.
 */
export function personOf(context: Context, row: FactorRow): Person {
  const { id, username } = row;
  const isAdmin = row.is_admin === 1;
  if (!lacksTwoFactor(context, row)) return { kind: 'user', id, username, isAdmin };
  const isRefused = isAdmin && generalSettings(context)['require-two-factor-for-admins'];
  const person: Person = { kind: 'user', id, username, isAdmin: isAdmin && !isRefused, lacksTwoFactor: true };
  return isRefused ? { ...person, isRefusedAsAdmin: true } : person;
}

/**
 * Whether the account lacks a second factor. A service account never lacks one. A sign-in through single sign-on counts
 * as a second factor if the settings say so.
 */
const lacksTwoFactor = (context: Context, row: FactorRow): boolean => {
  if (row.two_factor_confirmed_at !== null || row.is_service_account === 1) return false;
  return !(row.isBySso && ssoSatisfiesTwoFactor(context));
};
