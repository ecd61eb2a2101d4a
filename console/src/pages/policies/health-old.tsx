// Old findings of a policy by week and by workspace. They were present before the plans and do not block them.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { oldFindingsQuery, type WorkspaceDebt } from '../../api/introductions.ts';
import type { Policy } from '../../api/policies.ts';
import { StackedColumns } from '../../components/charts/stacked-columns.tsx';
import { type Column, countColumn, DataTable } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { shortDay } from '../../components/utc-day.ts';
import { counted } from '../../texts/counted.ts';
import { usePolicyParams } from './frame.tsx';

const nameOf = ({ attributes }: WorkspaceDebt): string => attributes['workspace-name'];

const columns = (organization: string): readonly Column<WorkspaceDebt>[] => [
  {
    id: 'workspace',
    header: 'Workspace',
    cell: (debt) => (
      <PageLink
        inherit
        to="/app/organizations/$organization/workspaces/$workspace"
        params={{ organization, workspace: debt.relationships.workspace.data?.id ?? '' }}
      >
        {nameOf(debt)}
      </PageLink>
    ),
  },
  countColumn('old', 'Old findings', ({ attributes }) => attributes['old-count']),
  countColumn('most', 'Most in 13 weeks', ({ attributes }) => Math.max(...attributes.weeks.map(({ old }) => old ?? 0))),
];

const shown = 10;

export function OldFindings({ policy }: { readonly policy: Policy }) {
  const { organization } = usePolicyParams();
  const { data, error, refetch } = useQuery(oldFindingsQuery(policy.id, { size: shown }));
  const total = data?.meta.pagination?.['total-count'] ?? 0;
  if (total === 0 && policy.attributes.introduction !== 'enforce-new') return null;
  return (
    <Section
      title="Old findings by week"
      intro="Old findings were present before the plans and do not block them. The numbers are from the last evaluation of each workspace up to the end of the week."
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && total === 0 && <Text c="dimmed">There are no old findings.</Text>}
      {data !== undefined && total > 0 && (
        <>
          <StackedColumns
            label="Old findings by week"
            unit="Week of"
            series={[{ name: 'Old findings', tone: 'warned' }]}
            periods={data.meta.weeks.map(({ week, old }) => ({ id: week, name: shortDay(week), counts: [old] }))}
          />
          <DataTable
            caption="workspaces with old findings"
            columns={columns(organization)}
            rows={data.data}
            nameOf={nameOf}
          />
          {total > shown && <Text size="sm">{`and ${counted(total - shown, 'more workspace')}`}</Text>}
        </>
      )}
    </Section>
  );
}
