// Page that lists the modules that a workspace uses.
import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { moduleUseList } from '../../api/list-specs.ts';
import { type ModuleUse, usedModulesQuery } from '../../api/registry.ts';
import type { Workspace } from '../../api/workspaces.ts';
import type { Column } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import { choice, ListView } from '../../components/list-view.tsx';
import { Tag } from '../../components/tag.tsx';
import { useList } from '../../components/use-list.ts';
import { WebLink } from '../../components/web-link.tsx';
import { requestedColumn } from '../registry/used-by.tsx';
import { checkOf } from './commands.ts';
import { WorkspaceFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/workspaces/$workspace/modules');

const ModuleLink = ({ use: { attributes } }: { readonly use: ModuleUse }) => {
  const { module, version } = attributes;
  const [organization = '', name = '', provider = ''] = module.split('/');
  return (
    <PageLink
      to="/app/organizations/$organization/registry/$name/$provider"
      params={{ organization, name, provider }}
      search={{ version }}
    >
      {module}
    </PageLink>
  );
};

/** Deprecation of a version with its reason, its link, and the version to use instead. */
const Deprecation = ({ use: { attributes } }: { readonly use: ModuleUse }) => {
  const { deprecation, 'newest-version': newest } = attributes;
  if (deprecation === null) return null;
  return (
    <Stack gap={2} align="flex-start" style={{ overflowWrap: 'anywhere' }}>
      <Tag tone="warned">Deprecated</Tag>
      <Text size="sm">{deprecation.reason ?? 'No reason was given.'}</Text>
      {deprecation.link !== null && (
        <Text size="sm">
          More information: <WebLink address={deprecation.link} />
        </Text>
      )}
      <Text size="sm">
        {newest === null ? 'All versions of this module are deprecated.' : `Use version ${newest} instead.`}
      </Text>
    </Stack>
  );
};

const columns: readonly Column<ModuleUse>[] = [
  { id: 'module', header: 'Module', cell: (use) => <ModuleLink use={use} /> },
  { id: 'version', header: 'Version', cell: ({ attributes }) => attributes.version },
  requestedColumn,
  { id: 'deprecation', header: 'Deprecation', cell: (use) => <Deprecation use={use} /> },
];

const Used = ({ workspace: { id, attributes } }: { readonly workspace: Workspace }) => {
  const { organization } = route.useParams();
  const list = useList(route, (search) => usedModulesQuery(id, search));
  return (
    <ListView
      what="modules"
      spec={moduleUseList}
      {...list}
      columns={columns}
      nameOf={({ attributes }) => attributes.module}
      filters={[choice('deprecated', 'Deprecated', { true: 'Yes', false: 'No' })]}
      empty="No module of this registry is known to be used."
      hint="Modules are listed after a plan has been evaluated for the workspace. This command evaluates a plan."
      command={checkOf(organization, attributes.name)}
    />
  );
};

export function WorkspaceModules() {
  return <WorkspaceFrame>{({ workspace }) => <Used workspace={workspace} />}</WorkspaceFrame>;
}
