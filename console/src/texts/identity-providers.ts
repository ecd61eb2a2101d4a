import type { Preset } from '../api/identity-providers.ts';

export const presetNames = {
  google: 'Google',
  entra: 'Microsoft Entra ID',
  okta: 'Okta',
  keycloak: 'Keycloak',
  gitlab: 'GitLab',
  github: 'GitHub',
  custom: 'Another one',
} as const satisfies Readonly<Record<Preset, string>>;

type Field = 'register' | 'issuer' | 'client-id' | 'client-secret' | 'groups-claim';

/** Where each value is found in the provider's administration pages. */
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
    issuer: 'The URL of your Okta organization, such as https://example.okta.com, without a slash at its end.',
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
    issuer: 'https://gitlab.com, or the URL of your own GitLab.',
    'client-id': 'Application ID on the page of the application.',
    'client-secret': 'Shown when the application is created. “Renew secret” creates a new one.',
    'groups-claim': 'GitLab sends the full paths of groups.',
  },
  github: {
    register: 'In the settings of your organization: Developer settings, OAuth Apps, New OAuth app. Not a GitHub App.',
    issuer: 'https://github.com, or the URL of your GitHub Enterprise Server.',
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

/** Returns a sentence that says where to find a value at the provider. */
export const placeOf = (preset: Preset, field: Field): string => places[preset][field];
