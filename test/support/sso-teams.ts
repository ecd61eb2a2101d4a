// Organizations in which team memberships follow the groups that identity providers send.
import assert from 'node:assert/strict';
import { getUser } from '../../src/domains/accounts/users/users.ts';
import { documentOf } from './documents.ts';
import type { Home, World } from './world.ts';

/** Creates an organization with teams whose memberships single sign-on manages. */
export const homeWith = async (world: World, ...teams: readonly string[]): Promise<Home> => {
  const home = await world.home();
  const opted = await home.client.patch(
    `/organizations/${home.name}`,
    documentOf('organizations', { 'saml-enabled': true }),
  );
  assert.equal(opted.body.data.attributes['saml-enabled'], true);
  for (const name of teams) await home.client.post(`/organizations/${home.name}/teams`, documentOf('teams', { name }));
  return home;
};

/** Returns the names of Alice's teams. */
export const teamsOf = async ({ context }: World, { client, name }: Home): Promise<readonly string[]> => {
  const { id } = await getUser(context, 'alice');
  const { body } = await client.get(`/organizations/${name}/teams`);
  // biome-ignore lint/suspicious/noExplicitAny: a document, looked into freely
  const isIn = (team: any): boolean => team.relationships.users.data.some((user: { id: string }) => user.id === id);
  return body.data.filter(isIn).map((team: { attributes: { name: string } }) => team.attributes.name);
};
