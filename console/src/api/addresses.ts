// States of an account's e-mail address: confirmed, unconfirmed, or missing.
import type { Resource } from './client.ts';

/** Domain of the placeholder addresses that the service assigns to accounts without an e-mail address. */
const nowhere = '@no-address.invalid';

export const hasNoAddress = ({ attributes }: Resource<'users'>): boolean => attributes.email.endsWith(nowhere);

/** Whether the account has an unconfirmed e-mail address. False if the viewer may not see this. */
export const claimsAddress = (user: Resource<'users'>): boolean =>
  user.attributes['is-email-confirmed'] === false && !hasNoAddress(user);
