// The tokens of teams and of an organization.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, read, send } from './client.ts';
import { ApiFailure } from './failure.ts';
import { includedOf } from './included.ts';
import { type ListSearch, listQuery } from './list.ts';
import { tokenList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';
import type { TokenInput } from './tokens.ts';

/** The tokens of a team, a page at a time. */
export const teamTokensQuery = (teamId: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('tokens', teamId, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/teams/{team_id}/authentication-tokens', {
          signal,
          params: { path: { team_id: teamId }, query: listQuery(tokenList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Creates one more token of a team; only this answer has its text. */
export const createTeamToken = (teamId: string, attributes: TokenInput) =>
  read(
    api.POST('/api/v2/teams/{team_id}/authentication-tokens', {
      params: { path: { team_id: teamId } },
      body: { data: { type: 'authentication-tokens', attributes } },
    }),
  );

/** The token with all rights, or the one that only reads the audit trail. */
export type OrganizationTokenKind = 'full' | 'audit-trails';

const ofOrganization = (organization: string, kind: OrganizationTokenKind) => ({
  path: { organization_name: organization },
  ...(kind === 'audit-trails' && { query: { token: kind } }),
});

const path = '/api/v2/organizations/{organization_name}/authentication-token';

/** A token of the organization with its creator; null where there is none. */
export const organizationTokenQuery = (organization: string, kind: OrganizationTokenKind) =>
  queryOptions({
    queryKey: keyOf('organization-token', organization, kind),
    queryFn: async ({ signal }) => {
      const { path: names, query } = ofOrganization(organization, kind);
      try {
        const params = { path: names, query: { ...query, include: ['created-by' as const] } };
        const { data, included } = await read(api.GET(path, { signal, params }));
        const author = data.relationships['created-by'].data?.id ?? '';
        return { ...data.attributes, createdBy: includedOf(included, 'users').get(author)?.attributes.username };
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null;
        throw error;
      }
    },
  });

export const refreshOrganizationToken = (queryClient: QueryClient, organization: string, kind: OrganizationTokenKind) =>
  refresh(queryClient, organizationTokenQuery(organization, kind).queryKey);

/** Creates the token, in place of the former one; only this answer has its text. */
export const createOrganizationToken = (
  organization: string,
  kind: OrganizationTokenKind,
  expiry: TokenInput['expired-at'],
) =>
  read(
    api.POST(path, {
      params: ofOrganization(organization, kind),
      body: { data: { type: 'authentication-tokens', attributes: { 'expired-at': expiry } } },
    }),
  );

export const deleteOrganizationToken = (organization: string, kind: OrganizationTokenKind) =>
  send(api.DELETE(path, { params: ofOrganization(organization, kind) }));
