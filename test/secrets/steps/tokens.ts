// Tokens of users, teams and organizations: created, used, shown and deleted.
import { documentOf } from '../../support/documents.ts';
import type { Journal } from '../journal.ts';
import { api } from './passwords.ts';

/** Creates a token, uses it, and creates a second one. */
const makeTwo = async ({ request, keep }: Journal, admin: string, whose: string, path: string): Promise<string> => {
  const made = [];
  for (const which of ['first', 'second']) {
    const { body } = await request('POST', path, {
      token: admin,
      json: documentOf('authentication-tokens', {}),
      status: 201,
    });
    made.push(keep(`token: ${which} of ${whose}`, body.data.attributes.token));
    await request('GET', `${api}/organizations`, { token: body.data.attributes.token, status: 200 });
    await request('GET', `${api}/authentication-tokens/${body.data.id}`, { token: admin, status: 200 });
  }
  for (const token of made) await request('GET', `${api}/organizations`, { token });
  return made.at(-1) ?? '';
};

/** Creates every type of token, and reads the audit trail, which requires an organization's own token. */
export const useTokens = async (journal: Journal, admin: string): Promise<void> => {
  const { request, keep } = journal;
  const { body } = await request('GET', `${api}/account/details`, { token: admin });
  const token = await makeTwo(journal, admin, 'a person', `${api}/users/${body.data.id}/authentication-tokens`);
  const organization = { name: 'home', email: 'home@example.com' };
  await request('POST', `${api}/organizations`, { token, json: documentOf('organizations', organization) });
  const teams = `${api}/organizations/home/teams`;
  const team = await request('POST', teams, { token, json: documentOf('teams', { name: 'reviewers' }) });
  await makeTwo(journal, token, 'a team', `${api}/teams/${team.body.data.id}/authentication-token`);
  const home = await makeTwo(journal, token, 'an organization', `${api}/organizations/home/authentication-token`);
  const invitation = documentOf('organization-memberships', { email: 'invited@example.com' });
  const invited = await request('POST', `${api}/organizations/home/organization-memberships`, {
    token,
    json: invitation,
  });
  const link = String(invited.body.meta['set-password-url']);
  keep('link: for an invited user', link.slice(link.lastIndexOf('/') + 1));
  await request('GET', `${api}/users/${body.data.id}/authentication-tokens`, { token, status: 200 });
  await request('GET', `${api}/organization/audit-trail`, { token: home, status: 200 });
};
