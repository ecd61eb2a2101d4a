// Settings that owners change of their organization; apart from what the first load needs.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, ifMatch, type Resource, read, readTagged, send } from './client.ts';
import { listQuery } from './list.ts';
import { organizationQuery, refreshOrganizations } from './organizations.ts';
import { keyOf } from './query-key.ts';

const toOrganization = (name: string) => ({ params: { path: { organization_name: name } } });

/** Changeable attributes of an organization; an absent one stays as it is. */
export type OrganizationChanges = Partial<
  Pick<
    Resource<'organizations'>['attributes'],
    | 'name'
    | 'email'
    | 'collaborator-auth-policy'
    | 'session-timeout'
    | 'session-remember'
    | 'user-tokens-enabled'
    | 'saml-enabled'
    | 'policy-upload-check'
    | 'policy-input-retention-days'
    | 'evaluation-change-values-enabled'
    | 'evaluation-rule-lines-enabled'
    | 'evaluated-policies-required'
    | 'complete-plans-required'
    | 'evaluation-workspace-required'
    | 'module-deprecation-notices-enabled'
  >
>;

/** An organization as it is now, with the entity tag that guards a change. */
export const readOrganization = (name: string) =>
  readTagged(api.GET('/api/v2/organizations/{organization_name}', toOrganization(name)));

export const updateOrganization = (name: string, attributes: OrganizationChanges, etag: string | undefined) =>
  read(
    api.PATCH('/api/v2/organizations/{organization_name}', {
      params: { ...toOrganization(name).params, header: ifMatch(etag) },
      body: { data: { type: 'organizations', attributes } },
    }),
  );

/** Deletes an organization; what it has is removed afterwards. */
export const deleteOrganization = (name: string) =>
  send(api.DELETE('/api/v2/organizations/{organization_name}', toOrganization(name)));

/** Drops what is known of an organization that is no more. */
export const forgetOrganization = (queryClient: QueryClient, name: string) => {
  queryClient.removeQueries({ queryKey: organizationQuery(name).queryKey });
  return refreshOrganizations(queryClient);
};

/** Number of workspaces of an organization. */
export const workspaceCountQuery = (name: string) =>
  queryOptions({
    queryKey: keyOf('workspaces', name, 'count'),
    queryFn: async ({ signal }) => {
      const { meta } = await read(
        api.GET('/api/v2/organizations/{organization_name}/workspaces', {
          signal,
          params: { ...toOrganization(name).params, query: listQuery({}, { size: 1 }) },
        }),
      );
      return meta.pagination?.['total-count'] ?? 0;
    },
  });
