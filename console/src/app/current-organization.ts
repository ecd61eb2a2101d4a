// Determines the current organization. This is the organization in the page's path, otherwise the last visited
// organization, otherwise the user's first organization.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { browserStore } from '../api/browser-store.ts';
import type { Resource } from '../api/client.ts';
import { organizationQuery, organizationsQuery } from '../api/organizations.ts';

const remembered = browserStore('organization');

/** Name of the organization in the page's path. */
const useOrganizationName = (): string | undefined => {
  const params = useParams({ strict: false });
  const name: unknown = Reflect.get(params, 'organization');
  return typeof name === 'string' ? name : undefined;
};

export interface CurrentOrganization {
  /** Current organization. Undefined if there is none or if it is still loading. */
  readonly organization: Resource<'organizations'> | undefined;
  readonly isLoading: boolean;
}

export function useCurrentOrganization(): CurrentOrganization {
  const ofPage = useOrganizationName();
  const name = ofPage ?? remembered.read();
  const one = useQuery({ ...organizationQuery(name ?? ''), enabled: name !== undefined });
  const isUnknown = ofPage === undefined && (name === undefined || one.isError);
  const first = useQuery({ ...organizationsQuery({}), enabled: isUnknown });
  const id = one.data?.data.id;
  useEffect(() => {
    if (ofPage !== undefined && id !== undefined) remembered.write(id);
  }, [ofPage, id]);
  return {
    organization: isUnknown ? first.data?.data[0] : one.data?.data,
    isLoading: one.isLoading || first.isLoading,
  };
}
