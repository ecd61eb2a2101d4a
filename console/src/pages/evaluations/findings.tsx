// Findings of an evaluation with filters.
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { FindingCounts } from '../../api/findings.ts';
import { withFilter } from '../../components/list-pages.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { MoreButton } from '../../components/more-button.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { upper } from '../../texts/evaluations.ts';
import type { CardContext } from './card-context.ts';
import classes from './findings.module.css';
import { FoundProblems } from './found-problems.tsx';
import { Outcomes } from './outcomes.tsx';
import { type FindingsSearch, findingsSearch, listStateOf } from './search.ts';
import { useChanges, useFindings, useLatest } from './use-findings.ts';

interface FindingsProps {
  readonly evaluation: string;
  readonly search: FindingsSearch;
  readonly onSearch: (search: FindingsSearch) => unknown;
  readonly context: CardContext;
}

interface Chip {
  readonly filter: string;
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** Returns a filter for each value that some, but not all, findings have. */
const chipsOf = ({ findings, blocking, old, level, severity, status }: FindingCounts): readonly Chip[] =>
  [
    { filter: 'blocking', value: 'true', label: 'Blocking', count: blocking },
    { filter: 'old', value: 'true', label: 'Old', count: old },
    ...Object.entries(level).map(([value, count]) => ({ filter: 'level', value, label: upper(value), count })),
    ...Object.entries(status).map(([value, count]) => ({ filter: 'status', value, label: upper(value), count })),
    ...Object.entries(severity).map(([value, count]) => ({
      filter: 'severity',
      value,
      label: value === 'none' ? 'No severity' : upper(value),
      count,
    })),
  ].filter(({ count }) => count > 0 && count < findings);

const Chips = ({
  counts,
  search,
  onSearch,
}: Pick<FindingsProps, 'search' | 'onSearch'> & { counts: FindingCounts }) => (
  <Group gap={6} role="group" aria-label="Filters for findings">
    {chipsOf(counts).map(({ filter, value, label, count }) => {
      const isOn = search.filter?.[filter] === value;
      return (
        <Button
          key={`${filter} ${value}`}
          size="compact-sm"
          radius="xl"
          variant={isOn ? 'filled' : 'default'}
          aria-pressed={isOn}
          onClick={() => onSearch(withFilter(search, filter, isOn ? '' : value))}
        >
          {`${label} ${count.toLocaleString('en')}`}
        </Button>
      );
    })}
  </Group>
);

const View = ({ search, onSearch }: Pick<FindingsProps, 'search' | 'onSearch'>) => {
  const { by, page: _, ...rest } = search;
  return (
    <SegmentedControl
      size="xs"
      aria-label="View"
      value={by ?? 'findings'}
      onChange={(value) => onSearch({ ...rest, ...findingsSearch({ by: value }) })}
      data={[
        { value: 'findings', label: 'Findings' },
        { value: 'set', label: 'All policies' },
      ]}
    />
  );
};

const List = ({ evaluation, search, onSearch, context }: FindingsProps) => {
  const { findings, error, refetch, hasMore, more } = useFindings(evaluation, listStateOf(search));
  const changes = useChanges(evaluation, findings ?? []);
  // The findings are shown only after the changes have been loaded, because changes that appear later would move the
  // findings. While more findings are loading, the previous ones stay.
  const shown = useLatest(useMemo(() => findings && changes && { findings, changes }, [findings, changes]));
  if (findings === undefined) return <QueryState data={findings} error={error} refetch={refetch} />;
  if (shown === undefined) return <LoadingRows />;
  const isFiltered = search.filter !== undefined;
  // If no filter is set, the verdict at the top of the page already explains why there are no findings.
  if (shown.findings.length === 0)
    return (
      isFiltered && (
        <Group>
          <Text c="dimmed">No finding matches these filters.</Text>
          <Button variant="default" size="xs" onClick={() => onSearch({})}>
            Show all
          </Button>
        </Group>
      )
    );
  return (
    <>
      <FoundProblems key={JSON.stringify(search.filter)} {...shown} context={context} isOpen={isFiltered} />
      {hasMore && (
        <Group>
          <Text size="sm">{`The first ${shown.findings.length.toLocaleString('en')} findings are shown.`}</Text>
          <MoreButton {...more}>Show more findings</MoreButton>
        </Group>
      )}
    </>
  );
};

export function Findings(props: FindingsProps) {
  const { evaluation, search, onSearch } = props;
  const { meta } = useFindings(evaluation, listStateOf(search));
  const isSets = search.by === 'set';
  return (
    <Stack gap="sm" component="section" aria-label="Findings">
      <Group justify="space-between" gap="sm" className={classes.controls}>
        {meta !== undefined && !isSets && <Chips counts={meta.counts} search={search} onSearch={onSearch} />}
        <View search={search} onSearch={onSearch} />
      </Group>
      {isSets ? <Outcomes evaluation={evaluation} search={search} onSearch={onSearch} /> : <List {...props} />}
    </Stack>
  );
}
