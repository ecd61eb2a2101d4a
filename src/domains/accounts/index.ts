// The accounts domain: users and their administration, sessions, passwords, two-factor authentication, tokens and
// single sign-on.
import type { Context } from '../../context.ts';
import { addressRoutes } from './addresses/routes.ts';
import { initialAdminRoutes } from './administration/initial-admin-routes.ts';
import { adminUserRoutes } from './administration/routes.ts';
import { adminTokenRoutes } from './administration/token-routes.ts';
import { accountConditions } from './conditions.ts';
import { identityRoutes } from './identities/identity-routes.ts';
import { openIdProviderRoutes } from './identity-providers/admin-routes.ts';
import { oidcSignIn } from './identity-providers/openid-settings.ts';
import { saml } from './identity-providers/saml-settings.ts';
import { ssoRequiredSince } from './identity-providers/sign-in-state.ts';
import { credentialPlace } from './identity-providers/store.ts';
import { openIdRoutes } from './openid/routes.ts';
import { beginEnrolmentRoute } from './ownership/enrolment.ts';
import { ownershipRoutes } from './ownership/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { passwordRequests } from './password-reset/password-reset.ts';
import { passwordResetRoutes } from './password-reset/routes.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { samlRoutes } from './saml/routes.ts';
import { impersonationRoutes } from './sessions/impersonation-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { passwordSessionEnd } from './single-sign-on/password-sessions.ts';
import { logoutHintPlace, requestSecretsPlace } from './single-sign-on/places.ts';
import { tokenPageRoutes } from './tokens/page.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { twoFactorPhonePlace, twoFactorSecretPlace } from './two-factor/places.ts';
import { twoFactorRoutes } from './two-factor/routes.ts';
import { includableUsers, userRoutes } from './users/routes.ts';
import { findUser } from './users/users.ts';

const day = 24 * 3_600_000;

export { findOrInvite } from './addresses/invitee.ts';
export { initialAdminToken } from './administration/initial-admin.ts';
export { authenticate } from './authentication/authenticate.ts';
export { currentPerson } from './authentication/current-person.ts';
export { sessionActor } from './authentication/session.ts';
export { changeListedName } from './identity-providers/providers.ts';
export { type ProviderForm, providerForms } from './identity-providers/sign-in-state.ts';
export { invitation } from './mails.ts';
export { impersonationOverPage, signOutForm, stopImpersonatingForm } from './pages/session-page.ts';
export { invitePerson } from './passwords/links.ts';
export { passwordLinkMeta, type WithPasswordLink } from './passwords/meta.ts';
export { findToken, tokenSearch } from './tokens/found-token.ts';
export { tokenInputFrom, tokenPayload } from './tokens/input.ts';
export { type ShownToken, tokenResource } from './tokens/resource.ts';
export {
  namedTokensOfTeam,
  newTeamTokenList,
  type TokenRow,
  tokenOfOrganization,
  tokenOfTeam,
  tokensOfTeam,
} from './tokens/store.ts';
export {
  deleteToken,
  getToken,
  issueToken,
  type OwnedToken,
  removeToken,
  type TokenInput,
  type TokenOwner,
  validTokenInput,
} from './tokens/tokens.ts';

export { accountFor } from './users/access.ts';
export { emailProof } from './users/email-proof.ts';
export { lockUser, type UserRow } from './users/users.ts';

export const accounts = {
  ports: {
    userIdByName: async (context: Context, username: string) => (await findUser(context, username))?.id,
  },
  routes: [
    ...userRoutes,
    ...initialAdminRoutes,
    ...adminUserRoutes,
    ...profileRoutes,
    ...ownershipRoutes,
    ...addressRoutes,
    ...passwordRoutes,
    ...passwordResetRoutes,
    ...tokenRoutes,
    ...tokenPageRoutes,
    ...adminTokenRoutes,
    beginEnrolmentRoute,
    ...twoFactorRoutes,
    ...signInRoutes,
    ...sessionRoutes,
    ...impersonationRoutes,
    ...pageRoutes,
    ...samlRoutes,
    ...openIdRoutes,
    ...openIdProviderRoutes,
    ...identityRoutes,
  ],
  includable: [includableUsers],
  jobs: (context: Context) => [passwordRequests(context), passwordSessionEnd(context, () => ssoRequiredSince(context))],
  settings: [saml, oidcSignIn],
  sealed: {
    'users.two_factor_secret': { placeOf: twoFactorSecretPlace, key: 'id' },
    'users.two_factor_phone': { placeOf: twoFactorPhonePlace, key: 'id' },
    'oidc_providers.sealed_credential': { placeOf: credentialPlace, key: 'id' },
    'saml_requests.secrets': { placeOf: requestSecretsPlace, key: 'id' },
    'saml_sessions.logout_hint': { placeOf: logoutHintPlace, key: 'session_id' },
  },
  expiring: [
    { table: 'sessions', key: 'id', keptFor: day },
    { table: 'known_addresses', key: 'key' },
    { table: 'password_links', key: 'hash' },
    { table: 'address_links', key: 'hash' },
    { table: 'saml_requests', key: 'id' },
    { table: 'saml_assertions', key: 'hash' },
    { table: 'saml_sign_outs', key: 'id' },
  ],
  conditions: accountConditions,
} as const;
