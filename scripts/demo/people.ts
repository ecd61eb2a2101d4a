// Users of the demo, with their organizations, teams and tokens.
import { type Api, allRelated, apiOf, documentOf, send, withToken } from './client.ts';
import { day, type Instance } from './instance.ts';

/** Role of each account, by username. */
export const roles = {
  ada: 'site administrator',
  olivia: 'owner of platform',
  paul: 'writes policies in platform',
  mona: 'publishes modules in platform',
  aude: 'auditor: reads evaluations in platform',
  pia: 'owner of payments',
  sam: 'suspended',
} as const;

export type Username = keyof typeof roles;

/** Teams of each organization, with their permissions and members. */
const teams = {
  platform: {
    'policy-authors': { can: ['manage-policies', 'read-workspaces', 'read-projects'], members: ['paul', 'sam'] },
    publishers: { can: ['manage-modules'], members: ['mona'] },
    auditors: { can: ['read-workspaces', 'read-projects'], members: ['aude'] },
    'platform-pipelines': { can: ['read-workspaces', 'read-projects'], members: [] },
  },
  payments: { 'payments-pipelines': { can: ['read-workspaces', 'read-projects'], members: [] } },
} as const;

export type OrganizationName = keyof typeof teams;

export const organizationNames: readonly OrganizationName[] = ['platform', 'payments'];

export const owners = { platform: 'olivia', payments: 'pia' } as const satisfies Record<OrganizationName, Username>;

/** API client for each user, and for the pipelines of each organization. */
export interface People {
  readonly as: (username: Username) => Api;
  readonly pipelinesOf: (organization: OrganizationName) => Api;
  readonly idOf: (username: Username) => string;
}

const emailOf = (username: string): string => `${username}@example.com`;

/** Creates the first administrator. Returns an API client with the account's token. */
async function firstAdministrator(instance: Instance, password: string): Promise<Api> {
  const path = `//admin/initial-admin-user?token=${instance.initialAdminToken}`;
  const body = { username: 'ada', email: emailOf('ada'), password };
  const created = JSON.parse(await (await send(instance, 'POST', path, { body })).text());
  return withToken(instance, created.token);
}

/** Signs in with a password and creates a user token, like a user on the tokens page. */
async function newToken(instance: Instance, username: Username, password: string): Promise<Api> {
  const signedIn = await send(instance, 'POST', '/session', { body: documentOf('sessions', { username, password }) });
  const [cookie = ''] = (signedIn.headers.getSetCookie()[0] ?? '').split(';');
  const browser = apiOf(instance, { cookie });
  const { id } = await browser.get('/account/details');
  // The token of this user expires soon, so that the start page shows a notice.
  const end = username === 'olivia' ? new Date(instance.now() + 96 * day).toISOString() : null;
  const attributes = { description: 'Laptop', 'expired-at': end };
  const token = documentOf('authentication-tokens', attributes);
  const created = await browser.post(`/users/${id}/authentication-tokens`, token);
  return withToken(instance, created.attributes.token);
}

const settings = {
  // With this maximum, some overrides of the demo are still in force.
  'policy-override-max-days': 30,
  'policy-input-retention-days': 30,
  'evaluation-change-values-enabled': true,
  'evaluation-rule-lines-enabled': true,
};

/**
 * Creates an organization with its teams and members. Returns an API client that uses the token of the organization's
 * pipelines.
 */
async function newOrganization(instance: Instance, owner: Api, name: OrganizationName): Promise<Api> {
  const attributes = { name, email: emailOf(name), ...settings };
  await owner.post('/organizations', documentOf('organizations', attributes));
  const pipelines: Api[] = [];
  for (const [team, { can, members }] of Object.entries(teams[name])) {
    const access = Object.fromEntries(can.map((permission) => [permission, true]));
    const attributes = { name: team, visibility: 'organization', 'organization-access': access };
    const { id } = await owner.post(`/organizations/${name}/teams`, documentOf('teams', attributes));
    for (const member of members) {
      const membership = documentOf(
        'organization-memberships',
        { email: emailOf(member) },
        { teams: allRelated('teams', [id]) },
      );
      await owner.post(`/organizations/${name}/organization-memberships`, membership);
    }
    if (!team.endsWith('-pipelines')) continue;
    const token = documentOf('authentication-tokens', { description: 'CI' });
    const created = await owner.post(`/teams/${id}/authentication-tokens`, token);
    pipelines.push(withToken(instance, created.attributes.token));
  }
  return pipelines[0] ?? owner;
}

/** Creates all accounts and organizations. All accounts share one password. */
export async function newPeople(instance: Instance, password: string): Promise<People> {
  const ada = await firstAdministrator(instance, password);
  await ada.patch(
    '/admin/general-settings',
    documentOf('general-settings', { 'limit-user-organization-creation': false }),
  );
  const apis = new Map<Username, Api>([['ada', ada]]);
  const ids = new Map<Username, string>();
  for (const username of Object.keys(roles).filter(isOrdinary)) {
    const account = documentOf('users', { username, email: emailOf(username), password });
    ids.set(username, (await ada.post('/admin/users', account)).id);
    apis.set(username, await newToken(instance, username, password));
  }
  const as = (username: Username): Api => apis.get(username) ?? ada;
  const pipelines = new Map<OrganizationName, Api>();
  for (const name of organizationNames) pipelines.set(name, await newOrganization(instance, as(owners[name]), name));
  return {
    as,
    pipelinesOf: (name) => pipelines.get(name) ?? ada,
    idOf: (username) => ids.get(username) ?? '',
  };
}

const isOrdinary = (name: string): name is Username => name !== 'ada' && name in roles;
