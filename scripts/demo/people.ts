// The people of the demo, their organizations, teams and tokens.
import { type Api, allRelated, apiOf, documentOf, send, withToken } from './client.ts';
import { day, type Instance } from './instance.ts';

/** Accounts by their usernames, and what each is for. */
export const roles = {
  ada: 'administrator of the site',
  olivia: 'owner of platform',
  paul: 'writes policies in platform',
  mona: 'publishes modules in platform',
  aude: 'auditor: reads evaluations in platform',
  pia: 'owner of payments',
  sam: 'suspended',
} as const;

export type Username = keyof typeof roles;

/** Teams of an organization: the permissions and the members of each. */
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

/** Everybody who acts in the demo, by username, and the pipelines of each organization. */
export interface People {
  readonly as: (username: Username) => Api;
  readonly pipelinesOf: (organization: OrganizationName) => Api;
  readonly idOf: (username: Username) => string;
}

const emailOf = (username: string): string => `${username}@example.com`;

/** Creates the first administrator; answers the API with the token of the account. */
async function firstAdministrator(instance: Instance, password: string): Promise<Api> {
  const path = `//admin/initial-admin-user?token=${instance.initialAdminToken}`;
  const body = { username: 'ada', email: emailOf('ada'), password };
  const created = JSON.parse(await (await send(instance, 'POST', path, { body })).text());
  return withToken(instance, created.token);
}

/** Signs in with the password, and creates a token as a person would on the page of their tokens. */
async function newToken(instance: Instance, username: Username, password: string): Promise<Api> {
  const signedIn = await send(instance, 'POST', '/session', { body: documentOf('sessions', { username, password }) });
  const [cookie = ''] = (signedIn.headers.getSetCookie()[0] ?? '').split(';');
  const browser = apiOf(instance, { cookie });
  const { id } = await browser.get('/account/details');
  // One ends soon, and its owner sees that on the start page.
  const end = username === 'olivia' ? new Date(instance.now() + 96 * day).toISOString() : null;
  const attributes = { description: 'Laptop', 'expired-at': end };
  const token = documentOf('authentication-tokens', attributes);
  const created = await browser.post(`/users/${id}/authentication-tokens`, token);
  return withToken(instance, created.attributes.token);
}

/** Makes an organization with its teams and members; answers the API with the token of its pipelines. */
async function newOrganization(instance: Instance, owner: Api, name: OrganizationName): Promise<Api> {
  await owner.post('/organizations', documentOf('organizations', { name, email: emailOf(name) }));
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

/** Makes everybody, with one password for all. */
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
