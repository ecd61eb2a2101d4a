// API tokens of teams and organizations.
import { queryOptions } from '@tanstack/react-query';
import { orAbsent } from '../../../client/failure.ts';
import { client } from './client.ts';
import { relatedIn } from './included.ts';
import { creating, list } from './query.ts';
import { keyOf } from './query-key.ts';

const tokensOfTeam = '/api/v2/teams/{team_id}/authentication-tokens';

/** A page of a team's tokens. */
export const teamTokensQuery = list('tokens', tokensOfTeam);

/** Creates a token for a team. Only this response contains the token's secret. */
export const createTeamToken = creating(tokensOfTeam, 'authentication-tokens');

/** Type of an organization token. `full` has all permissions, `audit-trails` can only read the audit trail. */
export type OrganizationTokenKind = 'full' | 'audit-trails';

const ofOrganization = (organization: string, kind: OrganizationTokenKind) => ({
  params: { organization_name: organization },
  query: kind === 'audit-trails' ? ({ token: kind } as const) : {},
});

const path = '/api/v2/organizations/{organization_name}/authentication-token';

/** An organization's token with its creator. Null if the organization has no token of this type. */
export const organizationTokenQuery = (organization: string, kind: OrganizationTokenKind) =>
  queryOptions({
    queryKey: keyOf('organization-token', organization, kind),
    queryFn: async ({ signal }) => {
      const { params, query } = ofOrganization(organization, kind);
      const answer = await orAbsent(client.get(path, { params, query: { ...query, include: ['created-by'] }, signal }));
      if (answer === undefined) return null;
      const { data, included } = answer;
      const author = relatedIn(included, data.relationships['created-by']);
      return { ...data.attributes, createdBy: author?.attributes.username };
    },
  });

/**
 * Creates an organization token, which replaces the existing token of this type. Only this response contains the
 * token's secret.
 */
export const createOrganizationToken = (organization: string, kind: OrganizationTokenKind, expiry: string | null) =>
  client.post(path, {
    ...ofOrganization(organization, kind),
    body: { data: { type: 'authentication-tokens', attributes: { 'expired-at': expiry } } },
  });

export const deleteOrganizationToken = (organization: string, kind: OrganizationTokenKind) =>
  client.delete(path, ofOrganization(organization, kind));
