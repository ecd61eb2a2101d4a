// Routes of organizations, memberships and teams.
import { identifiers } from '../../support/documents.ts';
import { managers, members, people } from '../callers.ts';
import { own, personal, type Rows, row, type Sent, sending, unknownToken } from '../row.ts';
import type { Scene } from '../scene.ts';

const newOrganization: Sent = {
  body: ({ organization }, caller) => ({
    json: {
      data: { type: 'organizations', attributes: { name: `of-${caller}-${organization.id}`, email: 'a@example.com' } },
    },
  }),
};

const invitation: Sent = {
  body: ({ organization }) => ({
    json: { data: { type: 'organization-memberships', attributes: { email: `${organization.id}@example.com` } } },
  }),
};

const user: Sent['body'] = ({ usual }) => ({ json: identifiers('users', usual.user_id ?? '') });

const membership: Sent['body'] = ({ usual }) => ({
  json: identifiers('organization-memberships', usual.membership_id ?? ''),
});

const ofTeam = (name: keyof Scene['teams']): Pick<Sent, 'at'> => ({ at: ({ teams }) => ({ team_id: teams[name] }) });

export const organizationRows: Rows = {
  'GET /organizations': row({ 200: [...people, 'organizationToken', 'teamToken'] }),
  'POST /organizations': row({ 201: ['admin'] }, newOrganization, { 201: people }),
  'GET /organizations/:organization_name': row({ 200: members }),
  'PATCH /organizations/:organization_name': row(
    { 200: ['owner'] },
    sending('organizations', { email: 'b@example.com' }),
  ),
  'DELETE /organizations/:organization_name': row({ 204: ['owner'] }),
  'GET /organization-removals': row({ 200: people }),
  'GET /organizations/:organization_name/audit-events': row({ 200: ['owner'] }),

  'GET /organizations/:organization_name/organization-memberships': row({ 200: members }),
  'POST /organizations/:organization_name/organization-memberships': row({ 201: managers }, invitation),
  'GET /organization-memberships': row({ 200: [...people, 'organizationToken', 'teamToken'] }),
  'GET /organization-memberships/:membership_id': row({ 200: members }),
  'GET /organization-memberships/:membership_id/teams': row({ 200: members }),
  'DELETE /organization-memberships/:membership_id': row({ 204: managers }),
  'DELETE /organization-memberships/:membership_id (their own)': row(
    // The only other owner is suspended, so the owner cannot leave.
    { 204: ['member', 'policyManager', 'organizationToken'], 422: ['owner'] },
    own,
  ),

  'GET /organizations/:organization_name/authentication-token': row({ 200: ['owner'] }),
  'POST /organizations/:organization_name/authentication-token': personal({ 201: ['owner'] }),
  'DELETE /organizations/:organization_name/authentication-token': row({ 204: ['owner'] }),
  // Refused, because no token has this text.
  'POST /organizations/:organization_name/authentication-tokens/actions/find': row({ 422: ['owner'] }, unknownToken),
};

export const teamRows: Rows = {
  'GET /organizations/:organization_name/teams': row({ 200: members }),
  'POST /organizations/:organization_name/teams': row({ 201: managers }, sending('teams', { name: 'new' })),
  'GET /teams/:team_id': row({ 200: members }),
  'GET /teams/:team_id/users': row({ 200: members }),
  'GET /teams/:team_id/organization-memberships': row({ 200: members }),
  'GET /teams/:team_id/relationships/organization-memberships': row({ 200: members }),
  'GET /teams/:team_id (a secret one)': row({ 200: managers }, ofTeam('secret')),
  "GET /teams/:team_id (the policy managers')": row(
    { 200: [...managers, 'policyManager', 'teamToken'] },
    ofTeam('managers'),
  ),
  'PATCH /teams/:team_id': row({ 200: managers }, sending('teams', { name: 'renamed' })),
  'DELETE /teams/:team_id': row({ 204: managers }),

  'POST /teams/:team_id/relationships/users': row({ 204: managers }, { body: user }),
  "POST /teams/:team_id/relationships/users (the owners')": row(
    { 204: ['owner'] },
    { body: user, ...ofTeam('owners') },
  ),
  'DELETE /teams/:team_id/relationships/users': row({ 204: managers }, { body: user }),
  "DELETE /teams/:team_id/relationships/users (the owners')": row(
    { 204: ['owner'] },
    { body: user, ...ofTeam('owners') },
  ),
  'POST /teams/:team_id/relationships/organization-memberships': row({ 204: managers }, { body: membership }),
  'DELETE /teams/:team_id/relationships/organization-memberships': row({ 204: managers }, { body: membership }),

  'GET /teams/:team_id/authentication-token': row({ 200: managers }),
  'POST /teams/:team_id/authentication-token': personal({ 201: managers }),
  "POST /teams/:team_id/authentication-token (the owners')": personal({ 201: ['owner'] }, ofTeam('owners')),
  'DELETE /teams/:team_id/authentication-token': row({ 204: managers }),
  'GET /teams/:team_id/authentication-tokens': row({ 200: managers }),
  'POST /teams/:team_id/authentication-tokens': personal(
    { 201: managers },
    sending('authentication-tokens', { description: 'pipeline' }),
  ),
  'GET /organizations/:organization_name/team-tokens': row({ 200: managers }),
};
