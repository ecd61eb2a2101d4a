import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../../api/client.ts';
import { organizationsQuery } from '../../api/organizations.ts';

/**
 * Maximum number of organizations on the start page. It is limited, because each organization requires several
 * requests.
 */
export const maxOrganizations = 6;

/** Returns the first organizations of the user, at most `maxOrganizations`. */
export function useOwnOrganizations(): readonly Resource<'organizations'>[] {
  const { data } = useQuery(organizationsQuery({}));
  return (data?.data ?? []).slice(0, maxOrganizations);
}
