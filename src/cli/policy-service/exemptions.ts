// Lists the exemptions of an organization and the requests for exemptions.
import { ApiFailure, isMissing } from '../../../client/failure.ts';
import type { OrganizationService } from './organization-service.ts';
import { workspacesOf } from './workspaces.ts';

interface Filter {
  /** Identifier of a workspace. */
  readonly workspace: string | undefined;
  readonly status: 'open' | 'granted' | 'refused' | 'active' | 'expired' | undefined;
}

const common = [
  'status',
  'policy-name',
  'resource-address',
  'expires-at',
  'reason',
  'created-at',
  'workspace',
] as const;

/** Returns the requests that the token may read. */
export async function requestsOf({ client, params }: OrganizationService, { workspace, status }: Filter) {
  if (status === 'active') return [];
  return client.all('/api/v2/organizations/{organization_name}/policy-exemption-requests', {
    params,
    query: { 'filter[workspace]': workspace, 'filter[status]': status },
    needs: [...common, 'requested-by'],
  });
}

/** Returns the exemptions. Undefined if the token may not read them. */
export async function exemptionsOf({ client, params }: OrganizationService, { workspace, status }: Filter) {
  if (status !== undefined && status !== 'active' && status !== 'expired') return [];
  try {
    return await client.all('/api/v2/organizations/{organization_name}/policy-exemptions', {
      params,
      query: { 'filter[workspace]': workspace, 'filter[status]': status },
      needs: [...common, 'owner'],
    });
  } catch (error) {
    if (isMissing(error) || (error instanceof ApiFailure && error.status === 403)) return undefined;
    throw error;
  }
}

type Request = Awaited<ReturnType<typeof requestsOf>>[number];
type Exemption = NonNullable<Awaited<ReturnType<typeof exemptionsOf>>>[number];

interface InWorkspace {
  readonly id: string;
  readonly attributes: object;
  readonly relationships: { readonly workspace: { readonly data: { readonly id: string } | null } };
}

/** Formats an exemption or a request as JSON. */
export const withWorkspace = ({ id, attributes, relationships }: InWorkspace): object => ({
  id,
  ...attributes,
  workspace: relationships.workspace.data?.id ?? null,
});

/** Cells of the table of exemptions and requests. */
export const headings = ['CREATED', 'KIND', 'STATUS', 'POLICY', 'WORKSPACE', 'RESOURCE', 'ENDS', 'BY', 'ID'];

/** Formats exemptions and requests as rows of one table, newest first. */
export async function rowsOf(
  service: OrganizationService,
  requests: readonly Request[],
  exemptions: readonly Exemption[],
): Promise<readonly (readonly string[])[]> {
  const hasWorkspace = [...requests, ...exemptions].some(({ relationships }) => relationships.workspace.data !== null);
  const known = hasWorkspace ? await workspacesOf(service) : [];
  const names = new Map(known.map(({ id, attributes }) => [id, attributes.name]));
  const rowOf = (kind: string, { id, attributes, relationships }: Request | Exemption, by: string) => [
    attributes['created-at'],
    kind,
    attributes.status,
    attributes['policy-name'],
    placeOf(relationships.workspace.data?.id, names),
    attributes['resource-address'] ?? 'all',
    attributes['expires-at'] ?? '-',
    by,
    id,
  ];
  return [
    ...requests.map((each) => rowOf('request', each, requesterOf(each))),
    ...exemptions.map((each) => rowOf('exemption', each, each.attributes.owner)),
  ].toSorted(([one = ''], [other = '']) => (one > other ? -1 : 1));
}

/** Name of a workspace, or its identifier if the token may not read the name. */
const placeOf = (id: string | undefined, names: ReadonlyMap<string, string>): string =>
  id === undefined ? 'all' : (names.get(id) ?? id);

const requesterOf = ({ attributes: { 'requested-by': by } }: Request): string => by?.username ?? by?.kind ?? '-';
