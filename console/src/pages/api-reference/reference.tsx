import { Anchor, Grid, Group, NativeSelect, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { pathTo } from '../../api/boot.ts';
import { descriptionQuery } from '../../api/reference.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { NavigationLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { counted } from '../../texts/counted.ts';
import { type Operation, type Reference, referenceIn } from './description.ts';
import { OperationView } from './operation.tsx';

const route = getRouteApi('/app/api-reference');

interface ReferenceSearch {
  readonly q?: string;
  readonly tag?: string;
  /** Identifier of the selected operation. */
  readonly operation?: string;
}

const matches = ({ q = '', tag }: ReferenceSearch, operation: Operation): boolean => {
  const { id, method, path, summary, description } = operation;
  const text = `${id} ${method} ${path} ${summary} ${description}`.toLowerCase();
  return (
    (tag === undefined || operation.tag === tag) &&
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
};

interface ListProps {
  readonly reference: Reference;
  readonly search: ReferenceSearch;
}

const Filters = ({ reference, search }: ListProps) => {
  const navigate = route.useNavigate();
  const change = (name: 'q' | 'tag', text: string) =>
    void navigate({
      search: ({ [name]: _, ...rest }) => (text === '' ? rest : { ...rest, [name]: text }),
      resetScroll: false,
    });
  return (
    <Stack gap="xs">
      <SearchField
        label="Search operations"
        description="Enter a part of a name, path or description."
        value={search.q}
        onSearch={(text) => change('q', text)}
      />
      <NativeSelect
        label="Group"
        value={search.tag ?? ''}
        data={[{ value: '', label: 'All groups' }, ...reference.tags]}
        onChange={({ currentTarget }) => change('tag', currentTarget.value)}
      />
    </Stack>
  );
};

const List = ({ reference, search }: ListProps) => {
  const rows = reference.operations.filter((operation) => matches(search, operation));
  return (
    <Stack gap="xs" component="nav" aria-label="Operations">
      <Dimmed role="status">
        {rows.length === 0 ? 'No operation matches the search.' : counted(rows.length, 'operation')}
      </Dimmed>
      <ScrollArea.Autosize mah={640} viewportProps={{ tabIndex: 0 }}>
        {rows.map(({ id, method, path, summary }) => (
          <NavigationLink
            key={id}
            to="/app/api-reference"
            search={{ ...search, operation: id }}
            resetScroll={false}
            active={search.operation === id}
            label={summary}
            description={`${method} ${path}`}
            styles={{ body: { overflowWrap: 'anywhere', whiteSpace: 'normal' } }}
          />
        ))}
      </ScrollArea.Autosize>
    </Stack>
  );
};

const Chosen = ({ reference, search: { operation: id } }: ListProps) => {
  if (id === undefined) return <Text c="dimmed">Choose an operation to see its parameters and examples.</Text>;
  const operation = reference.operations.find((each) => each.id === id);
  return operation === undefined ? (
    <Text>This operation does not exist. Choose one from the list.</Text>
  ) : (
    <OperationView key={id} operation={operation} />
  );
};

/**
 * Page with the operations of the API, sorted by section, with a search and the documentation of the selected
 * operation.
 */
export function ApiReference() {
  const search = route.useSearch();
  const { data, error, refetch } = useQuery({ ...descriptionQuery, select: referenceIn });
  return (
    <Page
      title="API reference"
      intro="All operations of this service, with examples of real requests and responses. You can try each operation with your own session and permissions."
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Stack>
              <Filters reference={data} search={search} />
              <List reference={data} search={search} />
              <Group>
                <Anchor size="sm" href={pathTo('/api/v2/openapi.json')}>
                  The complete API description as a file (OpenAPI 3.1)
                </Anchor>
              </Group>
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Chosen reference={data} search={search} />
          </Grid.Col>
        </Grid>
      )}
    </Page>
  );
}
