// Reasons why a person without a second factor does not get in somewhere.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Meta } from '../../../http/reply.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { generalSettings } from '../../instance/index.ts';
import type { UserRow } from '../users/users.ts';

/** Requirement of a second factor for a person who has none. */
export interface TwoFactorRequirement {
  readonly isRequiredOfAdmins: boolean;
  /** The names of the first organizations. */
  readonly organizations: readonly string[];
}

/**
 * Requirement that keeps something closed to the actor, whose account is `user`, until two-factor authentication is on;
 * undefined where nothing is closed.
 */
export async function twoFactorRequirement(
  context: Context,
  { identity }: Actor,
  user: Pick<UserRow, 'is_admin'>,
): Promise<TwoFactorRequirement | undefined> {
  if (identity.kind !== 'user' || identity.lacksTwoFactor === undefined) return undefined;
  const organizations = await context.ports.organizationsRequiringTwoFactor(context.database, identity.id);
  const isRequiredOfAdmins = user.is_admin === 1 && generalSettings(context)['require-two-factor-for-admins'];
  return isRequiredOfAdmins || organizations.length > 0 ? { isRequiredOfAdmins, organizations } : undefined;
}

export interface WithRequirement {
  readonly requirement?: TwoFactorRequirement | undefined;
}

export const requirementMeta: Meta<WithRequirement> = {
  members: {
    'two-factor-required': Exactly({
      'site-administration': Type.Boolean(),
      organizations: Type.Array(Type.String()),
      detail: Type.String(),
    }),
  },
  read: ({ requirement }) =>
    requirement && {
      'two-factor-required': {
        'site-administration': requirement.isRequiredOfAdmins,
        organizations: [...requirement.organizations],
        detail: 'Turn on two-factor authentication with POST /api/v2/account/two-factor to get access.',
      },
    },
};
