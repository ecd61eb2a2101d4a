import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../../api/client.ts';
import { organizationsQuery } from '../../api/organizations.ts';

/** Maximum number of organizations that the start page looks into; each is some requests. */
export const maxOrganizations = 6;

/** The first organizations of the person. */
export function useOwnOrganizations(): readonly Resource<'organizations'>[] {
  const { data } = useQuery(organizationsQuery({}));
  return (data?.data ?? []).slice(0, maxOrganizations);
}
