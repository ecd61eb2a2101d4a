// Check for the second factor that the instance and organizations may require (docs/decisions/0028).
import type { Context } from '../../../context.ts';
import type { Person } from '../../../kernel/actor.ts';
import { generalSettings } from '../../instance/index.ts';
import { ssoSatisfiesTwoFactor } from '../identity-providers/sign-in-state.ts';

/** An account as far as its second factor is concerned. */
export interface FactorRow {
  readonly id: string;
  readonly username: string;
  readonly is_admin: number;
  readonly is_service_account: number;
  readonly two_factor_confirmed_at: string | null;
  /** True if the identity provider is the one that vouches for the request. */
  readonly isBySso: boolean;
}

/** The account that acts. Without a second factor it is no administrator, where administrators must have one. */
export function personOf(context: Context, row: FactorRow): Person {
  const { id, username } = row;
  const isAdmin = row.is_admin === 1;
  if (!lacksTwoFactor(context, row)) return { kind: 'user', id, username, isAdmin };
  const isRefused = isAdmin && generalSettings(context)['require-two-factor-for-admins'];
  const person: Person = { kind: 'user', id, username, isAdmin: isAdmin && !isRefused, lacksTwoFactor: true };
  return isRefused ? { ...person, isRefusedAsAdmin: true } : person;
}

/** Programs have no second factor; the provider's word may stand for one. */
const lacksTwoFactor = (context: Context, row: FactorRow): boolean => {
  if (row.two_factor_confirmed_at !== null || row.is_service_account === 1) return false;
  return !(row.isBySso && ssoSatisfiesTwoFactor(context));
};
