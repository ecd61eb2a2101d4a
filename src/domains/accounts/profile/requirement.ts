// Reasons why a person without a second factor does not get in somewhere.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Meta } from '../../../http/reply.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';

/** Requirement of a second factor for a person who has none. */
export interface TwoFactorRequirement {
  readonly isRequiredOfAdmins: boolean;
  /** The names of the first organizations. */
  readonly organizations: readonly string[];
}

/**
 * Requirement that keeps something closed to the actor until two-factor authentication is on; undefined if nothing is
 * closed.
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
