import { Type } from 'typebox';
import type { Meta } from '../../../http/reply.ts';

/** An account that was created without a password. */
export interface WithPasswordLink {
  /** Link that sets a password. Undefined if it was mailed. */
  readonly passwordUrl?: string | undefined;
}

/** Adds the password link to the response that creates the account. */
export const passwordLinkMeta: Meta<WithPasswordLink> = {
  members: { 'set-password-url': Type.String() },
  read: ({ passwordUrl }) => (passwordUrl === undefined ? undefined : { 'set-password-url': passwordUrl }),
};
