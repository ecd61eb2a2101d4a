// Determines whether the e-mail address of an account is confirmed, unconfirmed or missing.
import type { Resource } from './client.ts';

/** Domain of the placeholder addresses that the service assigns to accounts without an e-mail address. */
const nowhere = '@no-address.invalid';

export const hasNoAddress = ({ attributes }: Resource<'users'>): boolean => attributes.email.endsWith(nowhere);

/**
 * Whether the account has an unconfirmed e-mail address. Returns false if the viewer may not see whether the address is
 * confirmed.
 */
export const claimsAddress = (user: Resource<'users'>): boolean =>
  user.attributes['is-email-confirmed'] === false && !hasNoAddress(user);
