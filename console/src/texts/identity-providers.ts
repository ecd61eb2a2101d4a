import type { Preset } from '../api/identity-providers.ts';
import { catalogue, localized } from './catalogue.ts';
import { words } from './words.ts';

/** Texts of the identity providers of the sign-in by OpenID Connect. */
export const t = catalogue({
  ...words,
  title: 'Identity providers',
  about:
    'People sign in there by OpenID Connect: Google, Microsoft Entra ID, Okta, Keycloak, GitLab, GitHub and others.',
  intro: 'Each has a button on the sign-in page, in this order.',
  what: 'identity providers',
  none: 'People cannot sign in by OpenID Connect: there is no identity provider.',
  noneHint: 'Add the one that your organization uses. Site administrators can always sign in with their password.',
  isOff: 'Sign-in by OpenID Connect is off',
  isOffBody: 'The buttons are not on the sign-in page yet. Test a provider first, then turn the sign-in on.',
  toSettings: 'Turn it on in the settings',
  issuer: 'Issuer',
  faulty: 'Does not work',
  warning: 'Open to everybody',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  moved: (name: string, position: number) => `${name} is number ${position} on the sign-in page.`,
  add: 'Add an identity provider',
  added: (name: string) => `${name} is added. Test the sign-in before people use it.`,
  saved: (name: string) => `${name} is saved, and in force.`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: (name: string) => `Nobody signs in with ${name} any more.`,
  deletePeople:
    'People who are linked to it stay linked, and sign in again through a provider with the same issuer. Until then, those without a password or another identity cannot sign in.',
  deleteSessions: 'Sessions and API tokens go on until they expire.',
  deleteCredential: 'The stored credential is deleted.',
  deleted: (name: string) => `${name} is deleted.`,
  test: 'Test the sign-in',
  testIntro:
    'Opens a tab in which you sign in at the provider. It shows each claim, and what a sign-in would do or why it is refused. Nothing is changed, and it works before the provider is enabled.',
  addresses: 'Addresses to register',
  addressesIntro: 'Enter them at the provider as they are, where it has such fields.',
  redirect: 'Redirect URI',
  signOut: 'Post-logout redirect URI',
  logout: 'Back-channel logout URI',
  credential: 'Credential',
  secretIsSet: 'A client secret is set',
  keyIsSet: 'A private key is set',
  preset: 'Kind of provider',
  presetHint: 'Fills in what is known about it. It cannot be changed later.',
  nameHint: 'The button says “Sign in with …”.',
  key: 'Key',
  keyHint: 'Part of the addresses below, such as okta. It cannot be changed later.',
  tenant: 'Directory (tenant) ID',
  tenantHint: 'On the overview of the app registration, a UUID.',
  clientId: 'Client ID',
  secret: 'Client secret',
  secretStays: 'Empty: it stays as it is. Another issuer or tenant needs it again.',
  privateKey: 'Private key, in place of the secret',
  privateKeyHint: 'PEM or JWK, for private_key_jwt. A certificate may follow a key in PEM, as Entra needs it.',
  isEnabled: 'People sign in through it',
  createsAccounts: 'Create an account at the first sign-in',
  createsAccountsHint:
    'Otherwise only people with an account sign in. Where anybody can get an account, as at Google, GitLab and GitHub, enter domains or groups below before you turn it on.',
  domains: 'Allowed domains of e-mail addresses',
  domainsHint:
    'One per line, such as example.com. Empty: all domains. With Google, only Google Workspace accounts of these domains can sign in.',
  groups: 'Allowed groups',
  groupsHint:
    'Organizations or groups at the provider, one per line, spelled exactly as there. People must belong to one of them. Empty: no group is required.',
  organizations: 'Organizations whose teams it fills',
  organizationsHint:
    'One name per line. Empty: none. List only organizations in which single sign-on decides who is in which team. Each organization can be listed by one provider only.',
  teamNamesCount: 'A team follows the group that has its name',
  teamNamesCountHint:
    'Turn it off where people can choose the names of groups themselves, as on GitHub and GitLab. A team then follows only the group that its page names.',
  claims: 'Scopes and claims',
  claimsIntro: 'As the provider documents them. A dot leads into a claim: realm_access.roles.',
  scopes: 'Scopes',
  scopesHint: 'With spaces between them.',
  usernameClaim: 'Claim of the username',
  emailClaim: 'Claim of the e-mail address',
  groupsClaim: 'Claim of the groups',
  adminClaim: 'Claim of site administrators',
  adminClaimHint: 'Empty: that of the groups.',
  adminValue: 'Value that makes a site administrator',
  adminValueHint: 'Empty: the provider makes nobody a site administrator.',
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
    issuer: 'The same for everybody.',
    'client-id': 'On the page of the client; it ends with .apps.googleusercontent.com.',
    'client-secret': 'Shown when the client is created; a new one can be added on its page.',
    'groups-claim': 'Google sends no groups.',
  },
  entra: {
    register: 'In the Entra admin center: App registrations, New registration, with a redirect URI of the kind Web.',
    issuer: 'The same for everybody: the directory ID takes the place of {tenantid}.',
    'client-id': 'Application (client) ID on the overview of the app registration.',
    'client-secret': 'Certificates & secrets, New client secret: the value, and not the secret ID.',
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
    'client-id': 'The client ID that you chose there.',
    'client-secret': 'Credentials of the client, Client Secret.',
    'groups-claim':
      'Client scopes, the dedicated scope, Add mapper, Group Membership, named groups, without full path.',
  },
  gitlab: {
    register:
      'In the settings of your user, group or instance: Applications, with “Confidential” and the scopes below.',
    issuer: 'https://gitlab.com, or the address of your own GitLab.',
    'client-id': 'Application ID on the page of the application.',
    'client-secret': 'Shown when the application is created; “Renew secret” makes another one.',
    'groups-claim': 'Full paths of groups; sent as they are.',
  },
  github: {
    register: 'In the settings of your organization: Developer settings, OAuth Apps, New OAuth app. Not a GitHub App.',
    issuer: 'https://github.com, or the address of your GitHub Enterprise Server.',
    'client-id': 'On the page of the OAuth app.',
    'client-secret': 'On the page of the OAuth app: Generate a new client secret.',
    'groups-claim': 'Organizations as ORG, teams as ORG/TEAM.',
  },
  custom: {
    register: 'As a confidential web application with the authorization code flow.',
    issuer:
      'Exactly as “issuer” in the document at ISSUER/.well-known/openid-configuration: a slash more is another one.',
    'client-id': 'The identifier that the provider gave the application.',
    'client-secret': 'The secret of the application.',
    'groups-claim': 'Teams follow it. Empty: the provider has no groups.',
  },
};

/** Sentence about the place of a value at the provider. */
export const placeOf = (preset: Preset, field: Field): string => localized(places[preset][field]);
