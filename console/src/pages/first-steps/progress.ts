// Progress of setting up a new service. It is not stored, but derived from the existing records.
import { useQuery } from '@tanstack/react-query';
import { boot } from '../../api/boot.ts';
import { type Evaluation, evaluationsQuery } from '../../api/evaluations.ts';
import { canManagePolicies, organizationsQuery } from '../../api/organizations.ts';
import { type PolicySet, policySetsQuery } from '../../api/policy-sets.ts';
import { sampleSet } from './sample.ts';

/**
 * Address that the browser uses. Forms and sessions work only if it is the address that is configured for the service.
 */
export const shownAddress = location.origin + boot.prefix;

export interface Progress {
  /** Name of the first organization whose policies the user can manage. */
  readonly organization: string | undefined;
  readonly set: PolicySet | undefined;
  /** Newest evaluation that failed, and newest evaluation that passed. */
  readonly failed: Evaluation | undefined;
  readonly passed: Evaluation | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
  /** Repeats the requests that failed. */
  readonly retry: () => unknown;
}

const newest = (organization: string | undefined, status: string) => ({
  ...evaluationsQuery(organization ?? '', { filter: { status } }),
  enabled: organization !== undefined,
});

/** Reads the progress. If `isWanted` is false, only the organizations are read. */
export function useProgress(isWanted = true): Progress {
  const organizations = useQuery(organizationsQuery({}));
  const organization = isWanted ? organizations.data?.data.find(canManagePolicies)?.id : undefined;
  const sets = useQuery({
    ...policySetsQuery(organization ?? '', { q: sampleSet }),
    enabled: organization !== undefined,
  });
  const failed = useQuery(newest(organization, 'failed'));
  const passed = useQuery(newest(organization, 'passed'));
  const all = [organizations, sets, failed, passed];
  const set = sets.data?.data.find(({ attributes }) => attributes.name === sampleSet);
  return {
    organization,
    set: set !== undefined && set.attributes['policy-count'] > 0 ? set : undefined,
    failed: failed.data?.data[0],
    passed: passed.data?.data[0],
    isLoading: all.some(({ isLoading }) => isLoading),
    error: all.find(({ error }) => error !== null)?.error,
    retry: () => Promise.all(all.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}

/** Returns for each step, in order, whether it is completed. Optional steps are not included. */
export const doneOf = ({ organization, set, failed, passed }: Progress): readonly boolean[] => [
  organization !== undefined,
  set !== undefined,
  failed !== undefined,
  passed !== undefined,
];
