// Permissions of the caller on an account: those of the owner on the caller's own account, and none on other accounts.
import type { Context } from '../../../context.ts';
import { type Actor, impersonatorOf } from '../../../kernel/actor.ts';
import { generalSettings, smsProvider } from '../../instance/index.ts';
import type { ShownUser } from './store.ts';

export interface UserPermissions {
  readonly mayCreateOrganizations: boolean;
  readonly mayChangeEmail: boolean;
  readonly mayChangeUsername: boolean;
  readonly mayManageTokens: boolean;
  /** Whether codes can be sent to a phone, which requires that text messages are on. */
  readonly mayUsePhone: boolean;
}

/** Permissions on another person's account. */
const none: UserPermissions = {
  mayCreateOrganizations: false,
  mayChangeEmail: false,
  mayChangeUsername: false,
  mayManageTokens: false,
  mayUsePhone: false,
};

/**
 * Adds the caller's permissions to an account. If an account signs in only through an identity provider, its address
 * cannot be changed.
 */
export function withPermissions<User extends ShownUser>(
  context: Context,
  actor: Actor,
  user: User,
): User & { readonly permissions: UserPermissions } {
  const { identity } = actor;
  if (identity.kind !== 'user' || identity.id !== user.id) return { ...user, permissions: none };
  const isPersonal = impersonatorOf(actor) === undefined;
  const isLimited = generalSettings(context)['limit-user-organization-creation'];
  return {
    ...user,
    permissions: {
      mayCreateOrganizations: identity.isAdmin || !isLimited,
      mayChangeEmail: isPersonal && user.is_sso_only === 0,
      mayChangeUsername: isPersonal,
      mayManageTokens: isPersonal,
      mayUsePhone: isPersonal && smsProvider(context) !== undefined,
    },
  };
}
