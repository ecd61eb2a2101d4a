import { linkOptions } from '@tanstack/react-router';
import type { ListedWorkspace } from '../../api/workspaces.ts';
import { type Column, nameColumn } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import { Time } from '../../components/time.tsx';
import { wrapped } from '../../components/wrapped.tsx';

/** Columns of workspace lists. */
export const workspaceColumns = (organization: string): readonly Column<ListedWorkspace>[] => [
  nameColumn('Name', ({ id }) =>
    linkOptions({
      to: '/app/organizations/$organization/workspaces/$workspace',
      params: { organization, workspace: id },
    }),
  ),
  { id: 'description', header: 'Description', cell: ({ attributes }) => wrapped(attributes.description) },
  { id: 'updated-at', header: 'Changed', cell: ({ attributes }) => <Time iso={attributes['updated-at']} /> },
];

/** Column with the project of each workspace. */
export const projectColumn = (organization: string): Column<ListedWorkspace> => ({
  id: 'project',
  header: 'Project',
  cell: ({ project }) =>
    project !== null && (
      <PageLink
        to="/app/organizations/$organization/projects/$project"
        params={{ organization, project: project.id }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {project.name}
      </PageLink>
    ),
});
