// Exports of the accounts domain for the command line.

export { uses } from '../../protocols/openid/claim-readings.ts';
export { confirmEmailOf } from './administration/confirmation.ts';
export { createAccount } from './administration/creation.ts';
export {
  createAdministrator,
  hasAdministrator,
  initialAdminPath,
  initialAdminTokenPath,
} from './administration/initial-admin.ts';
export { deleteUser } from './administration/removal.ts';
export { changeAccountStatus, type TransitionName } from './administration/status.ts';
export { listTokensOf, revokeToken } from './administration/tokens.ts';
export { disableTwoFactorOf } from './administration/two-factor.ts';
export { identityResource } from './identities/identity-resource.ts';
export { confirmIdentity, findIdentities, unlinkIdentity } from './identities/linked-identities.ts';
export { oidcProviders } from './identity-providers/entity.ts';
export { providerExtras } from './identity-providers/input.ts';
export { callbackPath } from './identity-providers/openid-settings.ts';
export { findProviders } from './identity-providers/providers.ts';
export { type CheckedSignIn, checkProvider, checkResource } from './openid/check.ts';
export { offerPasswordLink } from './passwords/links.ts';
export { resetPassword } from './passwords/passwords.ts';
export { dryRunOfResponse, dryRunResource } from './saml/dry-run.ts';
export type { Provisioned } from './single-sign-on/provisioning.ts';
export { getOwnedToken } from './tokens/found-token.ts';
export { createUserToken } from './tokens/tokens.ts';
export { newAccount, newPassword } from './users/input.ts';
export { listUsers } from './users/list.ts';
export { recountUsers, usersCounted } from './users/recount.ts';
export { userResource } from './users/resource.ts';
export { findUser, getShownUser, type ShownUser } from './users/users.ts';
