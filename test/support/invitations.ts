// Invitations to organizations, and the links in them.
import assert from 'node:assert/strict';
import type { Answer } from './answer.ts';
import type { Client } from './client.ts';
import { documentOf, identifiers } from './documents.ts';
import { pathOfLink } from './mail.ts';
import { password, type SessionClient, sessionClientOf } from './session.ts';
import type { Home, World } from './world.ts';

export const ceo = 'ceo@example.com';

export const membershipsIn = ({ name }: Home): string => `/organizations/${name}/organization-memberships`;

export const invite = ({ client, ...home }: Home, email: string, ...teams: readonly string[]): Promise<Answer> =>
  client.post(membershipsIn({ client, ...home }), {
    data: {
      type: 'organization-memberships',
      attributes: { email },
      relationships: { teams: identifiers('teams', ...teams) },
    },
  });

export const statusOf = ({ body }: Answer): string => body.data.attributes.status;

export const shownLink = ({ body }: Answer): string => pathOfLink(body.meta['set-password-url']);

export const setPassword = ({ anonymous }: World, path: string): Promise<Answer> =>
  anonymous.post(path, documentOf('users', { password }));

export const signIn = async ({ url }: World, email: string): Promise<SessionClient> => {
  const browser = sessionClientOf(url);
  assert.equal((await browser.signIn(email)).status, 201);
  return browser;
};

export const statusIn = async (home: Home, { body }: Answer): Promise<string> =>
  statusOf(await home.client.get(`/organization-memberships/${body.data.id}`));

export const idsIn = ({ body }: Answer): readonly string[] => body.data.map(({ id }: { id: string }) => id);

export const organizationsOf = async (client: Client): Promise<readonly string[]> =>
  idsIn(await client.get('/organizations'));

/**
 * Creates a user who invited another person's address to the user's own organization and then opened the invitation
 * link that the service displayed.
 */
export const claimer = async (world: World) => {
  const evil = await world.home();
  const invited = await invite(evil, ceo);
  assert.equal((await setPassword(world, shownLink(invited))).status, 204);
  const { id } = invited.body.data.relationships.user.data;
  return { evil, id, browser: await signIn(world, ceo) };
};

/** Returns a membership's status, account and teams. */
export const membershipIn = async ({ client }: Home, { body }: Answer) => {
  const { attributes, relationships } = (await client.get(`/organization-memberships/${body.data.id}`)).body.data;
  return [attributes.status, relationships.user.data.id, relationships.teams.data];
};
