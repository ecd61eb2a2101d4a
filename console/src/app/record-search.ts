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
  IconUsersGroup,
} from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { evaluationQuery } from '../api/evaluations.ts';
import { hidesData } from '../api/hidden-data.ts';
import type { Listed } from '../api/list.ts';
import { membersQuery } from '../api/members.ts';
import { canManagePolicies, canReadWorkspaces } from '../api/organizations.ts';
import { policiesQuery } from '../api/policies.ts';
import { policySetsQuery } from '../api/policy-sets.ts';
import { modulesQuery } from '../api/registry.ts';
import { teamsQuery } from '../api/teams.ts';
import { workspacesQuery } from '../api/workspaces.ts';
import { useCurrentOrganization } from './current-organization.ts';
import type { Entry } from './palette-entries.ts';

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

interface Found {
  readonly id: string;
  readonly label: string;
  /** Type of the record, such as `Policy`. */
  readonly type: string;
  readonly icon: Icon;
  /** Path of the record's page below the path of the organization. */
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
}

const entryIn =
  (organization: string) =>
  ({ id, label, type, icon, path, search = {} }: Found): Entry => ({
    id,
    group: 'Records',
    label,
    kind: `${type} of ${organization}`,
    icon,
    opens: { path: `/app/organizations/${encodeURIComponent(organization)}/${path}`, search },
  });

/** Path of a module below the path of the organization. */
const moduleAt = (name: string, provider: string): string =>
  `registry/${encodeURIComponent(name)}/${encodeURIComponent(provider)}`;

/**
 * Returns the records of the current organization whose names contain the text, and whether records are missing because
 * a request failed. Returns no records if there is no current organization.
 */
export function useRecords(text: string): { readonly entries: readonly Entry[]; readonly isPartial: boolean } {
  const { organization } = useCurrentOrganization();
  const name = organization?.id ?? '';
  const entry = entryIn(name);
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
  const teams = useQuery({ ...teamsQuery(name, search), enabled });
  const all = [policies, sets, workspaces, modules, members, teams, evaluation];
  const entries = [
    ...entriesOf(policies, ofManagers, ({ id, attributes: { name: label } }) =>
      entry({ id, label, type: 'Policy', icon: IconShieldCheck, path: `policies/${id}` }),
    ),
    ...entriesOf(sets, ofManagers, ({ id, attributes: { name: label } }) =>
      entry({ id, label, type: 'Policy set', icon: IconStack2, path: `policy-sets/${id}` }),
    ),
    ...entriesOf(workspaces, ofReaders, ({ id, attributes: { name: label } }) =>
      entry({ id, label, type: 'Workspace', icon: IconBox, path: `workspaces/${id}` }),
    ),
    ...entriesOf(modules, enabled, ({ id, attributes: { name: module, provider } }) =>
      entry({
        id,
        label: `${module}/${provider}`,
        type: 'Module',
        icon: IconPackages,
        path: moduleAt(module, provider),
      }),
    ),
    ...entriesOf(teams, enabled, ({ id, attributes: { name: label } }) =>
      entry({ id, label, type: 'Team', icon: IconUsersGroup, path: `teams/${id}` }),
    ),
    ...entriesOf(members, enabled, ({ id, username }) =>
      entry({ id, label: username, type: 'Member', icon: IconUser, path: 'members', search: { q: username } }),
    ),
    ...(isEvaluation && evaluation.data !== undefined
      ? [entry({ id: text, label: text, type: 'Evaluation', icon: IconListCheck, path: `evaluations/${text}` })]
      : []),
  ];
  return { entries, isPartial: all.some(({ error }) => hidesData(error)) };
}
