// Permissions of the caller on an account: for all that people do with their own, and for nothing with that of others.
import type { Context } from '../../../context.ts';
import { type Actor, impersonatorOf } from '../../../kernel/actor.ts';
import { generalSettings, smsProvider } from '../../instance/index.ts';
import type { ShownUser } from './store.ts';

export interface UserPermissions {
  readonly mayCreateOrganizations: boolean;
  readonly mayChangeEmail: boolean;
  readonly mayChangeUsername: boolean;
  readonly mayManageTokens: boolean;
  /** Codes can come to a phone: text messages may be off. */
  readonly mayUsePhone: boolean;
}

/** Of others on an account. */
const none: UserPermissions = {
  mayCreateOrganizations: false,
  mayChangeEmail: false,
  mayChangeUsername: false,
  mayManageTokens: false,
  mayUsePhone: false,
};

/** An account with the permissions of the caller. An account that signs in through the provider alone keeps its address. */
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
