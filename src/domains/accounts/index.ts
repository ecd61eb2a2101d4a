// The accounts domain: users and their administration, sessions, passwords, two-factor authentication, tokens, single
// sign-on.
import type { Context } from '../../context.ts';
import { adminUserRoutes } from './administration/routes.ts';
import { pageRoutes } from './pages/routes.ts';
import { passwordRequests } from './passwords/reset.ts';
import { samlRoutes } from './saml/routes.ts';
import { saml } from './saml/settings.ts';
import { impersonationRoutes } from './sessions/impersonation-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { twoFactorPhonePlace, twoFactorSecretPlace } from './two-factor/places.ts';
import { twoFactorRoutes } from './two-factor/routes.ts';
import { accountRoutes } from './users/account-routes.ts';
import { includableUsers, userRoutes } from './users/routes.ts';

const day = 24 * 3_600_000;

export { impersonationOverPage, signOutForm, stopImpersonatingForm } from './pages/session-page.ts';
export { singleSignOnState } from './saml/settings.ts';
export { oneself } from './sessions/access.ts';
export { tokensOwner } from './tokens/access.ts';
export { tokenInputFrom, tokenPayload } from './tokens/input.ts';
export {
  createUserToken,
  deleteToken,
  getToken,
  issueToken,
  type OwnedToken,
  removeToken,
  type TokenInput,
  type TokenOwner,
  validTokenInput,
} from './tokens/issue.ts';
export { type ShownToken, tokenResource } from './tokens/resource.ts';
export { type TokenRow, tokenOfOrganization, tokenOfTeam } from './tokens/store.ts';
export { findUser, getShownUser, type ShownUser } from './users/users.ts';

export const accounts = {
  routes: [
    ...userRoutes,
    ...adminUserRoutes,
    ...accountRoutes,
    ...tokenRoutes,
    ...twoFactorRoutes,
    ...sessionRoutes,
    ...impersonationRoutes,
    ...pageRoutes,
    ...samlRoutes,
  ],
  includable: () => [includableUsers],
  jobs: (context: Context) => [passwordRequests(context)],
  settings: [saml],
  sealed: {
    'users.two_factor_secret': { placeOf: twoFactorSecretPlace, key: 'id' },
    'users.two_factor_phone': { placeOf: twoFactorPhonePlace, key: 'id' },
  },
  expiring: [
    { table: 'sessions', key: 'id', keptFor: day },
    { table: 'password_links', key: 'hash' },
    { table: 'saml_requests', key: 'id' },
    { table: 'saml_assertions', key: 'hash' },
    { table: 'saml_sign_outs', key: 'id' },
  ],
} as const;
