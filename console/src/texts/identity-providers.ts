import type { Preset } from '../api/identity-providers.ts';
import { catalogue, localized } from './catalogue.ts';
import { words } from './words.ts';

/** Texts of the identity providers of the sign-in by OpenID Connect. */
export const t = catalogue({
  ...words,
  title: 'Identity providers',
  about:
    'The OpenID Connect providers that people sign in with: Google, Microsoft Entra ID, Okta, Keycloak, GitLab, GitHub and others.',
  intro: 'Each provider has a button on the sign-in page, in this order.',
  what: 'identity providers',
  none: 'There is no identity provider, so people cannot sign in with OpenID Connect.',
  noneHint: 'Add the provider that your organization uses. Site administrators can always sign in with their password.',
  isOff: 'OpenID Connect sign-in is off',
  isOffBody:
    'The sign-in page does not show the buttons yet. Test a provider first, then turn on OpenID Connect sign-in.',
  toSettings: 'Turn it on in the settings',
  issuer: 'Issuer',
  faulty: 'Does not work',
  warning: 'Open to everybody',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  moved: (name: string, position: number) => `${name} is number ${position} on the sign-in page.`,
  add: 'Add an identity provider',
  added: (name: string) => `${name} was added. Test the sign-in before people use it.`,
  saved: (name: string) => `${name} was saved. The changes take effect immediately.`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: (name: string) => `Nobody can sign in with ${name} any more.`,
  deletePeople:
    'Accounts that are linked to it stay linked, and their owners can sign in again with a provider that has the same issuer. Until then, people without a password or another identity cannot sign in.',
  deleteSessions: 'Sessions and API tokens stay valid until they expire.',
  deleteCredential: 'The stored credential is deleted.',
  deleted: (name: string) => `${name} is deleted.`,
  test: 'Test the sign-in',
  testIntro:
    'Opens a tab in which you sign in at the provider. The tab shows each claim, and what a sign-in would do or why it would be refused. The test changes nothing and works before the provider is enabled.',
  addresses: 'Addresses to register',
  addressesIntro: 'Enter these addresses at the provider, in the fields with these names.',
  redirect: 'Redirect URI',
  signOut: 'Post-logout redirect URI',
  logout: 'Back-channel logout URI',
  credential: 'Credential',
  secretIsSet: 'A client secret is set',
  keyIsSet: 'A private key is set',
  preset: 'Kind of provider',
  presetHint: 'Fills in the known values of this provider. It cannot be changed later.',
  nameHint: 'The button shows “Sign in with” and this name.',
  key: 'Key',
  keyHint: 'Becomes part of the addresses below, for example “okta”. It cannot be changed later.',
  tenant: 'Directory (tenant) ID',
  tenantHint: 'A UUID, shown on the overview page of the app registration.',
  clientId: 'Client ID',
  secret: 'Client secret',
  secretStays:
    'Leave empty to keep the stored secret. If you change the issuer or the tenant, you must enter it again.',
  privateKey: 'Private key (instead of a secret)',
  privateKeyHint:
    'PEM or JWK, for private_key_jwt. A PEM key can be followed by its certificate, which Entra requires.',
  isEnabled: 'People can sign in with this provider',
  createsAccounts: 'Create an account at the first sign-in',
  createsAccountsHint:
    'If this is off, only people who already have an account can sign in. If anybody can register at the provider, as with Google, GitLab and GitHub, enter domains or groups below before you turn this on.',
  domains: 'Allowed domains of e-mail addresses',
  domainsHint:
    'One per line, for example “example.com”. Leave empty for all domains. With Google, only Google Workspace accounts of these domains can sign in.',
  groups: 'Allowed groups',
  groupsHint:
    'Organizations or groups at the provider, one per line, spelled exactly as at the provider. People must belong to one of them. Leave empty to require no group.',
  organizations: 'Organizations whose teams this provider fills',
  organizationsHint:
    'One name per line. Leave empty for none. List only organizations that let single sign-on manage team membership. Each organization can be listed by only one provider.',
  teamNamesCount: 'Teams follow groups with the same name',
  teamNamesCountHint:
    'Turn this off if people can choose group names themselves, as on GitHub and GitLab. A team then follows only the group that is entered on its page.',
  claims: 'Scopes and claims',
  claimsIntro:
    'Use the names from the documentation of the provider. A dot selects a member of a claim, for example realm_access.roles.',
  scopes: 'Scopes',
  scopesHint: 'Separated by spaces.',
  usernameClaim: 'Claim with the username',
  emailClaim: 'Claim with the e-mail address',
  groupsClaim: 'Claim with the groups',
  adminClaim: 'Claim for site administrators',
  adminClaimHint: 'Leave empty to use the claim with the groups.',
  adminValue: 'Value that makes a site administrator',
  adminValueHint: 'Leave empty if the provider does not decide who is a site administrator.',
});

export const presetNames = catalogue({
  google: 'Google',
  entra: 'Microsoft Entra ID',
  okta: 'Okta',
  keycloak: 'Keycloak',
  gitlab: 'GitLab',
  github: 'GitHub',
  custom: 'Another one',
} as const satisfies Readonly<Record<Preset, string>>);

type Field = 'register' | 'issuer' | 'client-id' | 'client-secret' | 'groups-claim';

/** Place of each value at the provider. */
const places: Readonly<Record<Preset, Readonly<Record<Field, string>>>> = {
  google: {
    register: 'In the Google Cloud console: Google Auth Platform, Clients, Create client, Web application.',
    issuer: 'The same for all accounts.',
    'client-id': 'On the page of the client. It ends with .apps.googleusercontent.com.',
    'client-secret': 'Shown when the client is created. You can add a new secret on the page of the client.',
    'groups-claim': 'Google sends no groups.',
  },
  entra: {
    register: 'In the Entra admin center: App registrations, New registration, with a redirect URI of type Web.',
    issuer: 'The same for all directories: the directory ID replaces {tenantid}.',
    'client-id': 'Application (client) ID on the overview of the app registration.',
    'client-secret': 'Certificates & secrets, New client secret. Enter the value, not the secret ID.',
    'groups-claim': 'Token configuration, Add groups claim: groups assigned to the application, in the ID token.',
  },
  okta: {
    register: 'In the Okta admin console: Applications, Create App Integration, OIDC, Web Application.',
    issuer: 'The address of your organization, such as https://example.okta.com, without a slash at its end.',
    'client-id': 'General, Client Credentials of the application.',
    'client-secret': 'General, Client Secrets of the application.',
    'groups-claim': 'Sign On, OpenID Connect ID Token, Groups claim filter: groups, Matches regex, .*',
  },
  keycloak: {
    register: 'In the admin console of your realm: Clients, Create client, OpenID Connect, Client authentication on.',
    issuer: 'https://HOST/realms/REALM, as “issuer” in the OpenID Endpoint Configuration of the realm settings.',
    'client-id': 'The client ID that you chose when you created the client.',
    'client-secret': 'On the Credentials tab of the client: Client Secret.',
    'groups-claim':
      'Client scopes, the dedicated scope, Add mapper, Group Membership: token claim name “groups”, Full group path off.',
  },
  gitlab: {
    register:
      'In the settings of your user, group or instance: Applications, with “Confidential” and the scopes below.',
    issuer: 'https://gitlab.com, or the address of your own GitLab.',
    'client-id': 'Application ID on the page of the application.',
    'client-secret': 'Shown when the application is created. “Renew secret” creates a new one.',
    'groups-claim': 'GitLab sends the full paths of groups.',
  },
  github: {
    register: 'In the settings of your organization: Developer settings, OAuth Apps, New OAuth app. Not a GitHub App.',
    issuer: 'https://github.com, or the address of your GitHub Enterprise Server.',
    'client-id': 'On the page of the OAuth app.',
    'client-secret': 'On the page of the OAuth app: Generate a new client secret.',
    'groups-claim': 'Written as ORG for organizations and as ORG/TEAM for teams.',
  },
  custom: {
    register: 'As a confidential web application with the authorization code flow.',
    issuer:
      'Exactly the value of “issuer” in the document at ISSUER/.well-known/openid-configuration. A trailing slash makes a difference.',
    'client-id': 'The identifier that the provider gave the application.',
    'client-secret': 'The secret of the application.',
    'groups-claim': 'The claim that lists the groups of a person. Leave empty if the provider sends no groups.',
  },
};

/** Sentence about the place of a value at the provider. */
export const placeOf = (preset: Preset, field: Field): string => localized(places[preset][field]);
