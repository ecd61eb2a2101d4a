import { Type } from 'typebox';
import type { Meta } from '../../../http/reply.ts';

/** A new account or membership, possibly with a link that sets the account's password. */
export interface WithPasswordLink {
  /** Link that sets a password. Undefined if the link was mailed or the account needs no link. */
  readonly passwordUrl?: string | undefined;
}

/** Adds the password link to the response that creates the account. */
export const passwordLinkMeta: Meta<WithPasswordLink> = {
  members: { 'set-password-url': Type.String() },
  read: ({ passwordUrl }) => (passwordUrl === undefined ? undefined : { 'set-password-url': passwordUrl }),
};
