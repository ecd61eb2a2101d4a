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

/** Sentences that say where to find each value in the provider's administration pages. */
const places: Readonly<Record<Preset, Readonly<Record<Field, string>>>> = {
  google: {
    register:
      'In the Google Cloud console, open Google Auth Platform > Clients > Create client, and choose “Web application”.',
    issuer: 'All Google accounts have the same issuer.',
    'client-id': 'Shown on the page of the client. The ID ends with .apps.googleusercontent.com.',
    'client-secret': 'Shown when the client is created. You can add a new secret on the page of the client.',
    'groups-claim': 'Google sends no groups.',
  },
  entra: {
    register:
      'In the Entra admin center, open App registrations > New registration, and add a redirect URI of the type “Web”.',
    issuer: 'All directories have the same issuer. {tenantid} stands for the directory ID.',
    'client-id': 'Shown as “Application (client) ID” on the overview page of the app registration.',
    'client-secret':
      'Create it under Certificates & secrets > New client secret. Enter the value of the secret, not its ID.',
    'groups-claim':
      'Under Token configuration > Add groups claim, choose the groups that are assigned to the application, and add them to the ID token.',
  },
  okta: {
    register:
      'In the Okta admin console, open Applications > Create App Integration, and choose “OIDC” and “Web Application”.',
    issuer: 'The URL of your Okta organization, such as https://example.okta.com, without a trailing slash.',
    'client-id': 'Shown on the General tab of the application, under Client Credentials.',
    'client-secret': 'Shown on the General tab of the application, under Client Secrets.',
    'groups-claim':
      'Under Sign On > OpenID Connect ID Token, set the groups claim filter to: groups, Matches regex, .*',
  },
  keycloak: {
    register:
      'In the admin console of your realm, open Clients > Create client. Choose OpenID Connect and turn on “Client authentication”.',
    issuer:
      'https://HOST/realms/REALM. The OpenID Endpoint Configuration in the realm settings shows this value as “issuer”.',
    'client-id': 'The client ID that you chose when you created the client.',
    'client-secret': 'Shown as “Client Secret” on the Credentials tab of the client.',
    'groups-claim':
      'Under Client scopes, open the dedicated scope and choose Add mapper > Group Membership. Enter the token claim name “groups” and turn off “Full group path”.',
  },
  gitlab: {
    register:
      'In the settings of your user, group or instance, open Applications. Choose “Confidential” and the scopes below.',
    issuer: 'https://gitlab.com, or the URL of your own GitLab instance.',
    'client-id': 'Shown as “Application ID” on the page of the application.',
    'client-secret': 'Shown when the application is created. “Renew secret” creates a new one.',
    'groups-claim': 'GitLab sends the full paths of groups.',
  },
  github: {
    register:
      'In the settings of your organization, open Developer settings > OAuth Apps > New OAuth app. Do not create a GitHub App.',
    issuer: 'https://github.com, or the URL of your GitHub Enterprise Server.',
    'client-id': 'Shown on the page of the OAuth app.',
    'client-secret': 'Choose “Generate a new client secret” on the page of the OAuth app.',
    'groups-claim': 'Organizations are written as ORG, and teams as ORG/TEAM.',
  },
  custom: {
    register: 'Register a confidential web application with the authorization code flow.',
    issuer:
      'Must be exactly the value of “issuer” in the document at ISSUER/.well-known/openid-configuration. A trailing slash makes a difference.',
    'client-id': 'The identifier that the provider gave the application.',
    'client-secret': 'The secret of the application.',
    'groups-claim': 'The claim that lists the groups of a person. Leave empty if the provider sends no groups.',
  },
};

/** Returns a sentence that says where to find a value at the provider. */
export const placeOf = (preset: Preset, field: Field): string => places[preset][field];
