// The organization that a person works in: that of the page, elsewhere the one of before, or the first of theirs.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { boot } from '../api/boot.ts';
import type { Resource } from '../api/client.ts';
import { organizationQuery, organizationsQuery } from '../api/organizations.ts';

const key = `tipstaff-organization-${boot.userId}`;

/** A browser that stores nothing remembers none. */
function remembered(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function remember(name: string): void {
  try {
    localStorage.setItem(key, name);
  } catch {
    // Without storage, the first organization takes its place.
  }
}

/** The organization of the page, by its path. */
const useOrganizationName = (): string | undefined => {
  const params = useParams({ strict: false });
  const name: unknown = Reflect.get(params, 'organization');
  return typeof name === 'string' ? name : undefined;
};

export interface CurrentOrganization {
  /** Undefined where there is none, and until it is loaded. */
  readonly organization: Resource<'organizations'> | undefined;
  readonly isLoading: boolean;
}

export function useCurrentOrganization(): CurrentOrganization {
  const ofPage = useOrganizationName();
  const name = ofPage ?? remembered();
  const one = useQuery({ ...organizationQuery(name ?? ''), enabled: name !== undefined });
  const isUnknown = ofPage === undefined && (name === undefined || one.isError);
  const first = useQuery({ ...organizationsQuery({}), enabled: isUnknown });
  const id = one.data?.data.id;
  useEffect(() => {
    if (ofPage !== undefined && id !== undefined) remember(id);
  }, [ofPage, id]);
  return {
    organization: isUnknown ? first.data?.data[0] : one.data?.data,
    isLoading: one.isLoading || first.isLoading,
  };
}
