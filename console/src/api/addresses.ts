// The e-mail address of an account: confirmed, merely claimed, or none.
import type { Resource } from './client.ts';

/** The domain of the addresses that the service gives to accounts without one. */
const nowhere = '@no-address.invalid';

export const hasNoAddress = ({ attributes }: Resource<'users'>): boolean => attributes.email.endsWith(nowhere);

/** True if an account has an address for which nobody vouches, as far as the viewer sees that. */
export const claimsAddress = (user: Resource<'users'>): boolean =>
  user.attributes['is-email-confirmed'] === false && !hasNoAddress(user);
