// Record search of the command palette. It uses the search parameters of the API to find records of the current
// organization.
import {
  type Icon,
  IconBox,
  IconListCheck,
  IconPackages,
  IconShieldCheck,
  IconStack2,
  IconUser,
} from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Resource } from '../api/client.ts';
import { evaluationQuery } from '../api/evaluations.ts';
import type { Listed } from '../api/list.ts';
import { membersQuery } from '../api/members.ts';
import { canManagePolicies, canReadWorkspaces } from '../api/organizations.ts';
import { policiesQuery } from '../api/policies.ts';
import { policySetsQuery } from '../api/policy-sets.ts';
import { modulesQuery } from '../api/registry.ts';
import { workspacesQuery } from '../api/workspaces.ts';
import { useCurrentOrganization } from './current-organization.ts';

/** An entry of the command palette. It opens a page. */
export interface Entry {
  /**
   * Unique identifier of the entry. The path is not unique, because an organization and its overview page have the same
   * path.
   */
  readonly id: string;
  readonly path: string;
  /** Query parameters of the page's URL. */
  readonly search?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly kind: string;
  readonly icon: Icon;
}

/** Maximum number of results for each type of record. */
const size = 5;

/** Minimum number of characters in a search text for records. Shorter texts match too many records. */
const minLength = 2;

/** Format of an evaluation's identifier. Evaluations have no names, but pipelines print their identifiers. */
const evaluationId = /^poleval-[A-Za-z0-9]{16}$/;

type Result<Row> = Pick<UseQueryResult<Listed<Row>>, 'data' | 'isPlaceholderData'>;

/**
 * Converts the rows of a search result to palette entries. Returns no entries while the rows are from the previous
 * search.
 */
const entriesOf = <Row>(
  { data, isPlaceholderData }: Result<Row>,
  isEnabled: boolean,
  entryOf: (row: Row) => Entry,
): readonly Entry[] => (isEnabled && !isPlaceholderData ? (data?.data ?? []).map(entryOf) : []);

const workspaceEntry =
  (base: string, organization: string) =>
  ({ id, attributes: { name: label } }: Resource<'workspaces'>): Entry => {
    return { id, path: `${base}/workspaces/${id}`, label, kind: `Workspace of ${organization}`, icon: IconBox };
  };

const moduleEntry =
  (base: string, organization: string) =>
  ({ id, attributes: { name, provider } }: Resource<'registry-modules'>): Entry => {
    const path = `${base}/registry/${encodeURIComponent(name)}/${encodeURIComponent(provider)}`;
    return { id, path, label: `${name}/${provider}`, kind: `Module of ${organization}`, icon: IconPackages };
  };

const evaluationEntry = (base: string, organization: string, id: string): Entry => {
  const path = `${base}/evaluations/${id}`;
  return { id, path, label: id, kind: `Evaluation of ${organization}`, icon: IconListCheck };
};

/** Returns the records whose names contain the text. Returns no records if there is no current organization. */
export function useRecords(text: string): readonly Entry[] {
  const { organization } = useCurrentOrganization();
  const name = organization?.id ?? '';
  const base = `/app/organizations/${encodeURIComponent(name)}`;
  const search = { q: text, size };
  const enabled = organization !== undefined && text.length >= minLength;
  const ofManagers = enabled && canManagePolicies(organization);
  const isEvaluation = organization !== undefined && evaluationId.test(text);
  const policies = useQuery({ ...policiesQuery(name, search), enabled: ofManagers });
  const sets = useQuery({ ...policySetsQuery(name, search), enabled: ofManagers });
  const ofReaders = enabled && canReadWorkspaces(organization);
  const workspaces = useQuery({ ...workspacesQuery(name, search), enabled: ofReaders });
  const ofPublisher = { ...search, filter: { registry_name: 'private' } };
  const modules = useQuery({ ...modulesQuery(name, ofPublisher), enabled });
  const members = useQuery({ ...membersQuery(name, search), enabled });
  const evaluation = useQuery({ ...evaluationQuery(text), enabled: isEvaluation, refetchInterval: false });
  return [
    ...entriesOf(policies, ofManagers, ({ id, attributes: { name: label } }) => {
      return { id, path: `${base}/policies/${id}`, label, kind: `Policy of ${name}`, icon: IconShieldCheck };
    }),
    ...entriesOf(sets, ofManagers, ({ id, attributes: { name: label } }) => {
      return { id, path: `${base}/policy-sets/${id}`, label, kind: `Policy set of ${name}`, icon: IconStack2 };
    }),
    ...entriesOf(workspaces, ofReaders, workspaceEntry(base, name)),
    ...entriesOf(modules, enabled, moduleEntry(base, name)),
    ...entriesOf(members, enabled, ({ id, username }) => {
      const path = `${base}/members`;
      return { id, path, search: { q: username }, label: username, kind: `Member of ${name}`, icon: IconUser };
    }),
    ...(isEvaluation && evaluation.data !== undefined ? [evaluationEntry(base, name, text)] : []),
  ];
}
