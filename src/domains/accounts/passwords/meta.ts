import { Type } from 'typebox';
import type { Meta } from '../../../http/reply.ts';

/** A new account without a password. */
export interface WithPasswordLink {
  /** The link that sets one, unless it was mailed. */
  readonly passwordUrl?: string | undefined;
}

/** Shows the link once, to the creator of the account. */
export const passwordLinkMeta: Meta<WithPasswordLink> = {
  members: { 'set-password-url': Type.String() },
  read: ({ passwordUrl }) => (passwordUrl === undefined ? undefined : { 'set-password-url': passwordUrl }),
};
