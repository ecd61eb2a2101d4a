// Workspaces that use a module version.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListSearch } from '../../api/list.ts';
import { moduleUserList } from '../../api/list-specs.ts';
import { totalOf } from '../../api/query.ts';
import { type ModuleName, type ModuleUse, usersQuery } from '../../api/registry.ts';
import type { Column } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { counted } from '../../texts/counted.ts';

/** Column with the module version or the version constraint in the workspace's configuration. */
export const requestedColumn: Column<ModuleUse> = {
  id: 'requested',
  header: 'Required version',
  cell: ({ attributes }) => attributes['requested-version'] || 'Any',
};

const columns = (organization: string): readonly Column<ModuleUse>[] => [
  {
    id: 'workspace',
    header: 'Workspace',
    isName: true,
    cell: ({ attributes, relationships }) => (
      <PageLink
        to="/app/organizations/$organization/workspaces/$workspace/modules"
        params={{ organization, workspace: relationships.workspace.data?.id ?? '' }}
      >
        {attributes['workspace-name']}
      </PageLink>
    ),
  },
  requestedColumn,
];

/** Sentence with the number of workspaces that use the version but that the user may not see. */
const othersText = (others: number): string =>
  `${counted(others, 'workspace')} that you cannot see ${others === 1 ? 'uses' : 'use'} this version, for example in another organization.`;

export function UsedBy({ module, version }: { readonly module: ModuleName; readonly version: string }) {
  const [search, setSearch] = useState<ListSearch>({});
  const query = useQuery(usersQuery(module, version, search));
  const { data } = query;
  const others = data === undefined ? 0 : (data.meta['workspace-count'] ?? 0) - totalOf(data);
  return (
    <>
      <ListView
        what="workspaces"
        spec={moduleUserList}
        search={search}
        onSearch={setSearch}
        query={query}
        columns={columns(module.organization)}
        nameOf={({ attributes }) => attributes['workspace-name']}
        empty={
          <EmptyList
            text="No workspace that you can see uses this version."
            hint="A workspace is listed after a plan that uses the version was evaluated for the workspace."
          />
        }
      />
      {others > 0 && <Text size="sm">{othersText(others)}</Text>}
    </>
  );
}
