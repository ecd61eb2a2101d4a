// Table with the latest result of each policy set in each workspace. Both workspaces and policy sets are paginated.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListSearch } from '../../api/list.ts';
import { resultList } from '../../api/list-specs.ts';
import { readAllResults, resultsQuery, setsOfPage, type WorkspaceResult } from '../../api/posture.ts';
import { type HeatCell, HeatMap, HeatMark } from '../../components/charts/heat-map.tsx';
import { EvaluationLink, PageLink } from '../../components/links.tsx';
import { ListFrame } from '../../components/list-view.tsx';
import { Section } from '../../components/section.tsx';
import { resultTexts, workspaceStatusTexts } from '../../texts/posture.ts';
import { statusFilter } from '../workspaces/columns.tsx';
import { Export } from './posture-export.tsx';

const route = getRouteApi('/app/organizations/$organization');

const title = 'Workspaces and policy sets';

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
  <PageLink
    to="/app/organizations/$organization/workspaces/$workspace"
    params={{ organization, workspace: row.id }}
    title={row.attributes.name}
  >
    {row.attributes.name}
  </PageLink>
);

const Status = ({ row, organization }: { readonly row: WorkspaceResult; readonly organization: string }) => {
  const evaluation = row.relationships['latest-evaluation'].data?.id;
  const name = workspaceStatusTexts[row.attributes.status];
  if (evaluation === undefined) return name;
  return (
    <EvaluationLink organization={organization} evaluation={evaluation}>
      {name}
    </EvaluationLink>
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

interface SetPagesProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Pagination of the policy sets. It is omitted if there is only one page. */
const SetPages = ({ page, total, onPage }: SetPagesProps) => {
  if (total <= setsOfPage) return null;
  const to = Math.min(total, page * setsOfPage);
  const small = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Group gap="xs" data-screen-only>
      <Button {...small} disabled={page === 1} onClick={() => onPage(page - 1)}>
        Back
      </Button>
      <Text size="sm">{`Policy sets ${(page - 1) * setsOfPage + 1} to ${to} of ${total.toLocaleString('en')}`}</Text>
      <Button {...small} disabled={to === total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
};

const resultsOf = (attributes: WorkspaceResult['attributes'], sets: readonly Set[]): readonly (string | null)[] => {
  const kinds = new Map(attributes['policy-sets'].map((result) => [result.id, resultTexts[kindOf(result)]]));
  return sets.map(({ id }) => kinds.get(id) ?? null);
};

const tableOf = ({ rows, sets }: Awaited<ReturnType<typeof readAllResults>>) => ({
  names: ['Workspace', 'Now', ...sets.map(({ name }) => name)],
  rows: rows.map((row) => [row.name, workspaceStatusTexts[row.status], ...resultsOf(row, sets)]),
});

interface MapProps {
  readonly organization: string;
  readonly rows: readonly WorkspaceResult[];
  readonly sets: readonly Set[];
}

const Results = ({ organization, rows, sets }: MapProps) => (
  <HeatMap
    label={title}
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

export function PostureMap({ organization }: { readonly organization: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [setsPage, setSetsPage] = useState(1);
  const query = useQuery(resultsQuery(organization, search, setsPage));
  const openPage = (next: ListSearch) => {
    setSetsPage(1);
    return navigate({ search: next, resetScroll: false });
  };
  const { 'policy-sets': sets = [], 'policy-set-count': setCount = 0 } = query.data?.meta ?? {};
  return (
    <Section
      title={title}
      intro="Result of each policy set in the latest complete evaluation of each workspace. Workspaces that fail come first."
      actions={
        <Export
          what={title}
          file={`${organization}-workspaces-and-policy-sets`}
          read={async () => tableOf(await readAllResults(organization, search))}
        />
      }
    >
      <ListFrame
        what="workspaces"
        spec={resultList}
        search={search}
        onSearch={openPage}
        query={query}
        filters={[statusFilter]}
        empty="No workspace is registered."
      >
        {(rows) => (
          <>
            <Legend />
            <Results organization={organization} rows={rows} sets={sets} />
            <SetPages page={setsPage} total={setCount} onPage={setSetsPage} />
          </>
        )}
      </ListFrame>
    </Section>
  );
}
