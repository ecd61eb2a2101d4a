// Table with the latest result of each policy set in each workspace. Both workspaces and policy sets are paginated.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resultsQuery, type WorkspaceResult } from '../../api/posture.ts';
import { type HeatCell, HeatMap, HeatMark } from '../../components/charts/heat-map.tsx';
import { PageLink } from '../../components/links.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { resultTexts, workspaceStatusTexts } from '../../texts/posture.ts';
import { Downloads } from './posture-downloads.tsx';

type SetResult = WorkspaceResult['attributes']['policy-sets'][number];
type Kind = keyof typeof resultTexts;

const marks: Readonly<Record<Kind, Pick<HeatCell, 'tone' | 'mark'>>> = {
  failed: { tone: 'bad', mark: '✕' },
  errored: { tone: 'errored', mark: '!' },
  advisory: { tone: 'warned', mark: '~' },
  passed: { tone: 'good', mark: '✓' },
};

const kindOf = (result: SetResult): Kind => {
  if (result['mandatory-failed'] > 0) return 'failed';
  if (result.errored > 0) return 'errored';
  return result['advisory-failed'] > 0 ? 'advisory' : 'passed';
};

interface Set {
  readonly id: string;
  readonly name: string;
}

const cellsOf = ({ attributes }: WorkspaceResult, sets: readonly Set[]): ReadonlyMap<string, HeatCell> => {
  const names = new Map(sets.map(({ id, name }) => [id, name]));
  return new Map(
    attributes['policy-sets'].map((result) => {
      const kind = kindOf(result);
      const says = `${attributes.name}, ${names.get(result.id) ?? result.id}: ${resultTexts[kind]}`;
      return [result.id, { ...marks[kind], says }];
    }),
  );
};

const WorkspaceLink = ({ row, organization }: { readonly row: WorkspaceResult; readonly organization: string }) => (
  <PageLink to="/app/organizations/$organization/workspaces/$workspace" params={{ organization, workspace: row.id }}>
    {row.attributes.name}
  </PageLink>
);

const Status = ({ row, organization }: { readonly row: WorkspaceResult; readonly organization: string }) => {
  const evaluation = row.relationships['latest-evaluation'].data?.id;
  const name = workspaceStatusTexts[row.attributes.status];
  if (evaluation === undefined) return name;
  return (
    <PageLink to="/app/organizations/$organization/evaluations/$evaluation" params={{ organization, evaluation }}>
      {name}
    </PageLink>
  );
};

const Legend = () => (
  <Group gap="md" aria-label="Legend" role="group">
    {(['failed', 'errored', 'advisory', 'passed'] as const).map((kind) => (
      <Group key={kind} gap={6} wrap="nowrap">
        <HeatMark {...marks[kind]} />
        <Text size="sm">{resultTexts[kind]}</Text>
      </Group>
    ))}
  </Group>
);

interface PagerProps {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly text: (from: number, to: number, all: number) => string;
  readonly onPage: (page: number) => void;
}

/** Pagination buttons. They are omitted if there is only one page. */
const Pager = ({ page, size, total, text, onPage }: PagerProps) => {
  if (total <= size) return null;
  const to = Math.min(total, page * size);
  const small = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Group gap="xs" data-screen-only>
      <Button {...small} disabled={page === 1} onClick={() => onPage(page - 1)}>
        Back
      </Button>
      <Text size="sm">{text((page - 1) * size + 1, to, total)}</Text>
      <Button {...small} disabled={to === total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
};

/** Number of workspaces and number of policy sets on a page. */
const [workspacesOfPage, setsOfPage] = [20, 50];

const resultsOf = ({ attributes }: WorkspaceResult, sets: readonly Set[]): readonly (string | null)[] => {
  const kinds = new Map(attributes['policy-sets'].map((result) => [result.id, resultTexts[kindOf(result)]]));
  return sets.map(({ id }) => kinds.get(id) ?? null);
};

interface MapProps {
  readonly organization: string;
  readonly rows: readonly WorkspaceResult[];
  readonly sets: readonly Set[];
}

const Results = ({ organization, rows, sets }: MapProps) => (
  <HeatMap
    label="Workspaces and policy sets"
    unit="Workspace"
    noteUnit="Now"
    columns={sets}
    empty="not evaluated"
    rows={rows.map((row) => ({
      id: row.id,
      heading: <WorkspaceLink row={row} organization={organization} />,
      note: <Status row={row} organization={organization} />,
      cells: cellsOf(row, sets),
    }))}
  />
);

const ResultDownloads = ({ organization, rows, sets }: MapProps) => (
  <Downloads
    what="Workspaces and policy sets"
    file={`${organization}-workspaces-and-policy-sets`}
    names={['Workspace', 'Now', ...sets.map(({ name }) => name)]}
    rows={rows.map((row) => [
      row.attributes.name,
      workspaceStatusTexts[row.attributes.status],
      ...resultsOf(row, sets),
    ])}
  />
);

export function PostureMap({ organization }: { readonly organization: string }) {
  const [page, setPage] = useState(1);
  const [setsPage, setSetsPage] = useState(1);
  const { data, error, refetch } = useQuery(resultsQuery(organization, page, setsPage));
  const map = { organization, rows: data?.data ?? [], sets: data?.meta['policy-sets'] ?? [] };
  const openPage = (next: number) => {
    setPage(next);
    setSetsPage(1);
  };
  return (
    <Section
      title="Workspaces and policy sets"
      intro="Result of each policy set in the latest complete evaluation of each workspace."
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && map.rows.length === 0 && <Text c="dimmed">No workspace is registered.</Text>}
      {data !== undefined && map.rows.length > 0 && (
        <>
          <Legend />
          <Results {...map} />
          <Pager
            page={page}
            size={workspacesOfPage}
            total={data.meta.pagination?.['total-count'] ?? map.rows.length}
            text={(from: number, to: number, all: number) =>
              `Workspaces ${from} to ${to} of ${all.toLocaleString('en')}`
            }
            onPage={openPage}
          />
          <Pager
            page={setsPage}
            size={setsOfPage}
            total={data.meta['policy-set-count']}
            text={(from: number, to: number, all: number) =>
              `Policy sets ${from} to ${to} of ${all.toLocaleString('en')}`
            }
            onPage={setSetsPage}
          />
          <ResultDownloads {...map} />
        </>
      )}
    </Section>
  );
}
