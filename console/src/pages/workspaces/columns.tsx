import { linkOptions } from '@tanstack/react-router';
import { boot } from '../../api/boot.ts';
import type { EvaluatedWorkspace } from '../../api/workspaces.ts';
import { type Column, nameColumn } from '../../components/data-table.tsx';
import { EvaluationLink, PageLink } from '../../components/links.tsx';
import { choice, type Filter } from '../../components/list-view.tsx';
import { OneLine } from '../../components/one-line.tsx';
import { StatusDot } from '../../components/status-dot.tsx';
import { Time } from '../../components/time.tsx';
import { workspaceStatusTexts } from '../../texts/posture.ts';
import { toneOf } from '../evaluations/status.tsx';

type Status = EvaluatedWorkspace['attributes']['status'];

const Status = ({ status }: { readonly status: Status }) => (
  <StatusDot tone={toneOf(status)}>{workspaceStatusTexts[status]}</StatusDot>
);

/** Filter by the status of the latest evaluation. */
export const statusFilter: Filter = choice('status', 'Status', workspaceStatusTexts);

/** Filter for workspaces that use deprecated modules. The list is empty in editions without modules. */
export const moduleFilters: readonly Filter[] =
  boot.edition === 'self-hosted'
    ? []
    : [choice('deprecated-modules', 'Deprecated modules', { true: 'Used', false: 'Not used' })];

/** Columns of compact lists of workspaces. */
export const workspaceColumns = (organization: string): readonly Column<EvaluatedWorkspace>[] => [
  {
    id: 'status',
    header: 'Status',
    width: '8.5rem',
    sort: 'status',
    cell: ({ attributes }) => <Status status={attributes.status} />,
  },
  {
    ...nameColumn('Name', ({ id }) =>
      linkOptions({
        to: '/app/organizations/$organization/workspaces/$workspace',
        params: { organization, workspace: id },
      }),
    ),
    width: '28%',
    sort: 'name',
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => description !== null && <OneLine>{description}</OneLine>,
  },
  {
    id: 'evaluated-at',
    header: 'Evaluated',
    width: '9rem',
    cell: ({ evaluation, attributes }) =>
      evaluation !== null && (
        <EvaluationLink organization={organization} evaluation={evaluation}>
          <Time iso={attributes['evaluated-at']} />
        </EvaluationLink>
      ),
  },
];

/** Column with the project of each workspace. */
export const projectColumn = (organization: string): Column<EvaluatedWorkspace> => ({
  id: 'project',
  header: 'Project',
  width: '16%',
  cell: ({ project }) =>
    project !== null && (
      <PageLink
        to="/app/organizations/$organization/projects/$project"
        params={{ organization, project: project.id }}
        title={project.name}
      >
        {project.name}
      </PageLink>
    ),
});
