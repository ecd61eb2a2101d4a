// Tells people without a second factor why they cannot access parts of the service.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Meta } from '../../../http/reply.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';

/**
 * Reasons why a second factor is required from a person who has none: the rule for site administrators, the rules of
 * organizations, or both.
 */
export interface TwoFactorRequirement {
  readonly isRequiredOfAdmins: boolean;
  /** Names of the first few organizations that require a second factor. */
  readonly organizations: readonly string[];
}

/**
 * Returns the requirement that denies the actor access until two-factor authentication is on. Undefined if nothing is
 * denied.
 */
export async function twoFactorRequirement(
  context: Context,
  { identity }: Actor,
): Promise<TwoFactorRequirement | undefined> {
  if (identity.kind !== 'user' || identity.lacksTwoFactor === undefined) return undefined;
  const organizations = await context.ports.organizationsRequiringTwoFactor(context.database, identity.id);
  const isRequiredOfAdmins = identity.isRefusedAsAdmin === true;
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
