// The tokens of teams and of an organization.
import { queryOptions } from '@tanstack/react-query';
import { orAbsent } from '../../../client/failure.ts';
import { client } from './client.ts';
import { relatedIn } from './included.ts';
import { creating, list } from './query.ts';
import { keyOf } from './query-key.ts';

const tokensOfTeam = '/api/v2/teams/{team_id}/authentication-tokens';

/** The tokens of a team, a page at a time. */
export const teamTokensQuery = list('tokens', tokensOfTeam);

/** Creates one more token of a team; only this answer has its text. */
export const createTeamToken = creating(tokensOfTeam, 'authentication-tokens');

/** The token with all rights, or the one that only reads the audit trail. */
export type OrganizationTokenKind = 'full' | 'audit-trails';

const ofOrganization = (organization: string, kind: OrganizationTokenKind) => ({
  params: { organization_name: organization },
  query: kind === 'audit-trails' ? ({ token: kind } as const) : {},
});

const path = '/api/v2/organizations/{organization_name}/authentication-token';

/** A token of the organization with its creator; null where there is none. */
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

/** Creates the token, in place of the former one; only this answer has its text. */
export const createOrganizationToken = (organization: string, kind: OrganizationTokenKind, expiry: string | null) =>
  client.post(path, {
    ...ofOrganization(organization, kind),
    body: { data: { type: 'authentication-tokens', attributes: { 'expired-at': expiry } } },
  });

export const deleteOrganizationToken = (organization: string, kind: OrganizationTokenKind) =>
  client.delete(path, ofOrganization(organization, kind));
