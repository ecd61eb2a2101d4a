// List that is shown as a table, or as cards on small screens. The URL contains the sort order, filters and page, and
// the service applies them.
import { Card, Checkbox, Group, Stack, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { LinkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { nextSort } from '../api/list.ts';
import classes from './data-table.module.css';
import { Dimmed } from './dimmed.tsx';
import { PageLink } from './links.tsx';
import { WideTable } from './wide-table.tsx';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Attribute by which this column is sorted. If absent, the column is not sortable. */
  readonly sort?: string;
  /** Width of the column in a compact table, such as `8rem`. Columns without a width share the rest of the table. */
  readonly width?: string;
  /** Whether the column contains numbers. They are right-aligned. */
  readonly isNumber?: boolean;
  /**
   * Whether the column contains the name of the row. The name is the row header for screen readers and the heading of
   * the row's card. If no column is marked, the first column contains the name.
   */
  readonly isName?: boolean;
  /** How cards show the column: `note` as a dimmed line below the name, and `none` not at all. */
  readonly onCard?: 'note' | 'none';
}

/** A column of integers. A cell is empty if an older release of the service, which does not have the number, responds. */
export const countColumn = <Row,>(
  id: string,
  header: string,
  countOf: (row: Row) => number | undefined,
): Column<Row> => ({
  id,
  header,
  isNumber: true,
  cell: (row) => countOf(row)?.toLocaleString('en'),
});

/** A column with a record's name as a link to its page. */
export const nameColumn = <Row extends { readonly attributes: { readonly name: string } }>(
  header: string,
  linkOf: (row: Row) => LinkOptions,
): Column<Row> => ({
  id: 'name',
  header,
  isName: true,
  cell: (row) => <PageLink {...linkOf(row)}>{row.attributes.name}</PageLink>,
});

/** Selected rows of the list. */
interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
}

export interface TableProps<Row extends { readonly id: string }> {
  /** Name of the list for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Returns the name of a row. Labels for screen readers contain it. */
  readonly nameOf: (row: Row) => string;
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  /** Menu or buttons with the actions for a row. */
  readonly actions?: (row: Row) => ReactNode;
  readonly selection?: Selection;
  /** Whether each row has only one line on wide screens. Longer texts are cut off. */
  readonly isCompact?: boolean;
}

const directionOf = (sort: string | undefined, column: string) => {
  if (sort === column)
    return {
      aria: 'ascending',
      text: 'sorted in ascending order',
      icon: <IconArrowUp size={14} aria-hidden />,
    } as const;
  if (sort === `-${column}`)
    return {
      aria: 'descending',
      text: 'sorted in descending order',
      icon: <IconArrowDown size={14} aria-hidden />,
    } as const;
  return { aria: 'none', text: 'not sorted', icon: <IconArrowsSort size={14} aria-hidden /> } as const;
};

function Header<Row>({
  column,
  sort,
  onSort,
}: { readonly column: Column<Row> } & Pick<TableProps<never>, 'sort' | 'onSort'>) {
  const { header, sort: by, isNumber = false, width } = column;
  const end = { ...(isNumber && { ta: 'right' as const }), ...(width !== undefined && { w: width }) };
  if (by === undefined || onSort === undefined)
    return (
      <Table.Th scope="col" {...end}>
        {header}
      </Table.Th>
    );
  const { aria, text, icon } = directionOf(sort, by);
  return (
    <Table.Th scope="col" aria-sort={aria} {...end}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => onSort(nextSort(sort, by))}>
        <Group gap={4} wrap="nowrap" component="span">
          {header}
          {icon}
          <VisuallyHidden component="span">{text}</VisuallyHidden>
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]);

function SelectRow<Row extends { readonly id: string }>({
  row,
  nameOf,
  selection,
}: Pick<TableProps<Row>, 'nameOf' | 'selection'> & { readonly row: Row }) {
  if (selection === undefined) return null;
  const { ids, onChange } = selection;
  return (
    <Checkbox
      size="sm"
      aria-label={`Select ${nameOf(row)}`}
      checked={ids.has(row.id)}
      onChange={() => onChange(toggled(ids, row.id))}
    />
  );
}

function SelectAll<Row extends { readonly id: string }>({
  rows,
  selection,
}: Pick<TableProps<Row>, 'rows' | 'selection'>) {
  if (selection === undefined) return null;
  const chosen = rows.filter(({ id }) => selection.ids.has(id)).length;
  const all = rows.length > 0 && chosen === rows.length;
  return (
    <Checkbox
      size="sm"
      aria-label="Select all rows of this page"
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={() => selection.onChange(all ? new Set() : new Set(rows.map(({ id }) => id)))}
    />
  );
}

const nameColumnIn = <Row,>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ isName }) => isName) ?? columns[0];

function WideRow<Row extends { readonly id: string }>(props: TableProps<Row> & { readonly row: Row }) {
  const { row, columns, actions, selection, nameOf } = props;
  const name = nameColumnIn(columns);
  return (
    <Table.Tr>
      {selection !== undefined && (
        <Table.Td>
          <SelectRow row={row} nameOf={nameOf} selection={selection} />
        </Table.Td>
      )}
      {columns.map(({ id, cell, isNumber = false }) =>
        id === name?.id ? (
          // Names are broken into lines only if they are longer than the minimum width.
          <Table.Th key={id} scope="row" fw={500} miw={160} style={{ overflowWrap: 'anywhere' }}>
            {cell(row)}
          </Table.Th>
        ) : (
          <Table.Td key={id} {...(isNumber && { ta: 'right' as const })}>
            {cell(row)}
          </Table.Td>
        ),
      )}
      {actions !== undefined && (
        <Table.Td>
          <Group gap={4} wrap="nowrap" justify="flex-end">
            {actions(row)}
          </Group>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function Wide<Row extends { readonly id: string }>(props: TableProps<Row>) {
  const { caption, columns, rows, actions, selection, isCompact = false, ...sorting } = props;
  return (
    // Tags get a minimum width. Otherwise long names in other columns would leave too little space for them, and they
    // would be truncated.
    <WideTable
      label={caption}
      minWidth={isCompact ? 900 : 600}
      {...(isCompact && { className: classes.lines, verticalSpacing: 3, fz: 'sm' })}
      highlightOnHover
      style={{ '--tag-min-width': 'max-content' }}
    >
      <Table.Thead>
        <Table.Tr>
          {selection !== undefined && (
            <Table.Th w={40}>
              <SelectAll rows={rows} selection={selection} />
            </Table.Th>
          )}
          {columns.map((column) => (
            <Header
              key={column.id}
              column={column}
              sort={sorting.sort}
              {...(sorting.onSort && { onSort: sorting.onSort })}
            />
          ))}
          {actions !== undefined && (
            <Table.Th w={isCompact ? '4.75rem' : 1}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <WideRow key={row.id} row={row} {...props} />
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

/** A line of a card with the column's header and value. Hidden if the value is empty. */
const CardLine = ({ header, value }: { readonly header: string; readonly value: ReactNode }) => (
  <Group className={classes.cardLine} justify="space-between" gap="sm" mt={6} style={{ rowGap: 0 }}>
    <Dimmed>{header}</Dimmed>
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      {value}
    </Text>
  </Group>
);

function Cards<Row extends { readonly id: string }>(props: TableProps<Row>) {
  const { caption, columns, rows, actions } = props;
  const name = nameColumnIn(columns);
  return (
    <Stack component="ul" gap="xs" p={0} m={0} aria-label={caption} style={{ listStyle: 'none' }}>
      {rows.map((row) => (
        <Card component="li" key={row.id} withBorder padding="sm">
          {/* A single small button fits next to the name. Several buttons wrap below the name. */}
          <Group justify="space-between" align="flex-start" gap="xs">
            <Group gap="xs" wrap="nowrap" style={{ flex: '1 1 12rem', minWidth: 0 }}>
              <SelectRow row={row} {...props} />
              <Text fw={600} component="div" style={{ overflowWrap: 'anywhere' }}>
                {name?.cell(row)}
              </Text>
            </Group>
            {actions !== undefined && <Group gap={4}>{actions(row)}</Group>}
          </Group>
          {columns
            .filter(({ onCard }) => onCard === 'note')
            .map(({ id, cell }) => (
              <Text key={id} size="sm" c="dimmed" component="div" truncate>
                {cell(row)}
              </Text>
            ))}
          {columns
            .filter((each) => each !== name && each.onCard === undefined)
            .map(({ id, header, cell }) => (
              <CardLine key={id} header={header} value={cell(row)} />
            ))}
        </Card>
      ))}
    </Stack>
  );
}

/** Shows rows as a table, or as cards on narrow screens. */
export function DataTable<Row extends { readonly id: string }>(props: TableProps<Row>) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? <Cards {...props} /> : <Wide {...props} />;
}
