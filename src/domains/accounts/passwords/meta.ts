import { Type } from 'typebox';
import type { Meta } from '../../../http/reply.ts';

/** What comes with an account that has just been made without a password. */
export interface WithPasswordLink {
  /** The link that sets one, as long as no mail brings it. */
  readonly passwordUrl?: string | undefined;
}

/** Shows the link, this once, to who made the account. */
export const passwordLinkMeta: Meta<WithPasswordLink> = {
  members: { 'set-password-url': Type.String() },
  read: ({ passwordUrl }) => (passwordUrl === undefined ? undefined : { 'set-password-url': passwordUrl }),
};
