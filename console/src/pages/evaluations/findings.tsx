// Findings of an evaluation with filters. The findings are grouped into cards, with blocking findings first.
import { Anchor, Button, Group, List, SegmentedControl, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import {
  type Findings as Answer,
  type Change,
  changesQuery,
  type FindingCounts,
  findingsQuery,
} from '../../api/findings.ts';
import { Pages, withFilter } from '../../components/list-pages.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { oldSummary, upper } from '../../texts/evaluations.ts';
import type { CardContext } from './card-context.ts';
import { FindingCard, groupId } from './finding-card.tsx';
import classes from './findings.module.css';
import { byPolicy, byResource, type FindingGroup, isBlocking } from './groups.ts';
import { Outcomes } from './outcomes.tsx';
import { type FindingsSearch, findingsSearch, listStateOf } from './search.ts';

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

const GroupBy = ({ search, onSearch }: Pick<FindingsProps, 'search' | 'onSearch'>) => {
  const { by, page: _, ...rest } = search;
  return (
    <SegmentedControl
      size="xs"
      aria-label="Group findings by"
      value={by ?? 'resource'}
      onChange={(value) => onSearch({ ...rest, ...findingsSearch({ by: value }) })}
      data={[
        { value: 'resource', label: 'Resource' },
        { value: 'policy', label: 'Policy' },
        { value: 'set', label: 'Policy set' },
      ]}
    />
  );
};

/** Links to the cards of the page, grouped by module. Only pages with many cards have these links. */
const Aside = ({ groups }: { readonly groups: readonly FindingGroup[] }) => (
  <nav className={classes.aside} aria-label="Resources on this page">
    {[...Map.groupBy(groups, moduleOf)].map(([module, members]) => (
      <Stack key={module} gap={4} mb="sm">
        {module !== '' && (
          <Text size="sm" c="dimmed" className={classes.text}>
            {module}
          </Text>
        )}
        <List listStyleType="none" size="sm" spacing={4}>
          {members.map((group) => (
            <List.Item key={group.key}>
              <Anchor href={`#${groupId(group)}`} className={classes.text} fw={isBlocking(group) ? 600 : 400}>
                {nameIn(module, group) ?? 'Findings about several resources or none'}
              </Anchor>
            </List.Item>
          ))}
        </List>
      </Stack>
    ))}
  </nav>
);

/** Returns the address of a resource without the path of its module. */
const nameIn = (module: string, { name }: FindingGroup): string | undefined =>
  name?.startsWith(`${module}.`) ? name.slice(module.length + 1) : name;

/** Returns the path of the module that contains the resource. Empty for the root module and for policies. */
const moduleOf = ({ name, rows }: FindingGroup): string => {
  const { address, module } = rows[0]?.first.attributes ?? {};
  return address === name ? (module ?? '') : '';
};

const minAside = 4;

/** Returns the planned changes to the groups' resources by resource address. Undefined until all changes are loaded. */
function useChanges(
  evaluation: string,
  groups: readonly FindingGroup[],
): ReadonlyMap<string, readonly Change[]> | undefined {
  const query = useInfiniteQuery({ ...changesQuery(evaluation), enabled: groups.length > 0 });
  const { data, isLoading, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const changes = useMemo(
    () => Map.groupBy(data?.pages.flatMap((page) => page.data) ?? [], ({ attributes }) => attributes.address),
    [data],
  );
  const needsMore = hasNextPage && !isError && groups.some(({ key }) => key !== '' && !changes.has(key));
  useEffect(() => {
    if (needsMore && !isFetching) void fetchNextPage();
  }, [needsMore, isFetching, fetchNextPage]);
  return isLoading || needsMore ? undefined : changes;
}

interface CardListProps {
  readonly groups: readonly FindingGroup[];
  readonly context: CardContext;
  readonly isPolicy: boolean;
  readonly changes: ReadonlyMap<string, readonly Change[]>;
}

const CardList = ({ groups, changes, ...shared }: CardListProps) => (
  <Stack>
    {groups.map((group) => (
      <FindingCard key={group.key} group={group} changes={changes.get(group.key)} {...shared} />
    ))}
  </Stack>
);

const Cards = ({ evaluation, findings, search, onSearch, context }: FindingsProps & { findings: Answer }) => {
  const isPolicy = search.by === 'policy';
  const grouped = isPolicy ? byPolicy : byResource;
  const { fresh = [], old = [] } = Object.groupBy(findings.data, ({ attributes }) =>
    attributes.old ? 'old' : 'fresh',
  );
  const [groups, oldGroups] = [grouped(fresh), grouped(old)];
  const changes = useChanges(evaluation, isPolicy ? [] : [...groups, ...oldGroups]);
  const isOpen = useLocation({ select: ({ hash }) => old.some(({ id }) => id === hash) });
  // The cards are shown after the changes have been loaded, because the changes would move the findings.
  if (changes === undefined) return <LoadingRows />;
  // If no filter is set, the verdict at the top of the page already explains why there are no findings.
  if (findings.data.length === 0 && search.filter === undefined) return null;
  if (findings.data.length === 0)
    return (
      <Group>
        <Text c="dimmed">No finding matches these filters.</Text>
        <Button variant="default" size="xs" onClick={() => onSearch({})}>
          Show all
        </Button>
      </Group>
    );
  const hasAside = groups.length >= minAside;
  const shared = { context, isPolicy, changes };
  return (
    <>
      <div className={classes.layout} data-aside={hasAside}>
        {hasAside && <Aside groups={groups} />}
        <CardList groups={groups} {...shared} />
      </div>
      {old.length > 0 && (
        <details open={isOpen || search.filter?.old === 'true'}>
          <Text component="summary" mb="sm">
            {oldSummary(old.length, findings.meta.counts.old)}
          </Text>
          <CardList groups={oldGroups} {...shared} />
        </details>
      )}
      <Pages search={search} onSearch={onSearch} listed={findings} hasSizes={false} />
    </>
  );
};

/** Scrolls to the finding that the URL names, as soon as the finding has been loaded. */
const useScrollToHash = (isThere: boolean): void =>
  useEffect(() => {
    if (isThere) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isThere]);

export function Findings({ evaluation, search, onSearch, context }: FindingsProps) {
  const { by } = search;
  const { data, error, refetch } = useQuery(findingsQuery(evaluation, listStateOf(search)));
  useScrollToHash(data !== undefined);
  return (
    <Stack gap="sm" component="section" aria-label="Findings">
      <Group justify="space-between" gap="sm" className={classes.controls}>
        {data !== undefined && by !== 'set' && <Chips counts={data.meta.counts} search={search} onSearch={onSearch} />}
        <GroupBy search={search} onSearch={onSearch} />
      </Group>
      {by === 'set' ? (
        <Outcomes evaluation={evaluation} search={search} onSearch={onSearch} />
      ) : (
        <>
          <QueryState data={data} error={error} refetch={refetch} />
          {data !== undefined && (
            <Cards evaluation={evaluation} findings={data} search={search} onSearch={onSearch} context={context} />
          )}
        </>
      )}
    </Stack>
  );
}
