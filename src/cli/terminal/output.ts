// Formats JSON:API resource objects as aligned text for people.
import { paginationOf } from '../../jsonapi/page.ts';
import type { Resource, ResourceObject } from '../../jsonapi/resource.ts';
import type { Page } from '../../kernel/page.ts';
import { sentenceCase } from '../../lib/text/text.ts';
import type { Output } from './command.ts';
import { terminalText } from './terminal-text.ts';

const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined) return '-';
  if (typeof value !== 'object') return terminalText(String(value));
  return Object.entries(value)
    .map(([name, each]) => `${name} ${shown(each)}`)
    .join(', ');
};

/** Aligns rows of cells in columns, separated by two spaces. */
export const aligned = (rows: readonly (readonly string[])[]): string => {
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
};

/** Formats labels and values, one pair on each line. */
export const labelled = (values: Readonly<Record<string, unknown>>): string =>
  aligned(Object.entries(values).map(([label, value]) => [`${label}:`, shown(value)]));

const attributesOf = ({ attributes }: ResourceObject): readonly (readonly [string, unknown])[] =>
  Object.entries(Object(attributes)).filter(([, value]) => value !== undefined);

/** Labels or column headings by attribute name. Attributes are shown in this order. */
export type Labels = Readonly<Record<string, string>>;

/**
 * Formats one record. The JSON output is the document that the HTTP endpoint returns. Its `meta` contains values that
 * cannot be read again later. The text output shows the attributes with labels, or all attributes if no labels are
 * given.
 */
export const oneRecord = <Row>(
  resource: Resource<Row>,
  row: Row,
  meta?: Readonly<Record<string, unknown>>,
  labels?: Labels,
): Output => {
  const object = resource.object(row);
  const values = { id: object.id, ...Object.fromEntries(attributesOf(object)), ...meta };
  const shownLabels = labels ?? Object.fromEntries(Object.keys(values).map((name) => [name, labelOf(name)]));
  const lines = Object.entries(shownLabels).flatMap(([name, label]) =>
    name in values ? [[label, Reflect.get(values, name)]] : [],
  );
  return { text: labelled(Object.fromEntries(lines)), json: { data: object, ...(meta && { meta }) } };
};

const labelOf = (name: string): string => (name === 'id' ? 'ID' : sentenceCase(name));

type Pagination = Readonly<Record<'current-page' | 'total-pages' | 'total-count', number>>;

/** Returns a line with the page number. Returns none if the list has only one page. */
export const pageLines = (pagination: Pagination): readonly string[] => {
  const { 'current-page': page, 'total-pages': pages, 'total-count': total } = pagination;
  return page === 1 && pages === 1 ? [] : [`Page ${page} of ${pages}, ${total} in all.`];
};

/**
 * Formats one page of a list as a table of the attributes that have a heading. `words` replaces values in the text
 * output.
 */
export const manyRecords = <Row>(
  resource: Resource<Row>,
  page: Page<Row>,
  columns: Labels,
  words: Readonly<Record<string, string>> = {},
): Output => {
  const objects = page.rows.map((row) => resource.object(row));
  const pagination = paginationOf(page);
  const rows = objects.map((object) => {
    const attributes = Object.fromEntries(attributesOf(object));
    const cells = Object.keys(columns).map((column) => shown(attributes[column]));
    return [...cells.map((cell) => words[cell] ?? cell), object.id];
  });
  const table = aligned([[...Object.values(columns), 'ID'], ...rows]);
  return { text: [table, ...pageLines(pagination)].join('\n'), json: { data: objects, meta: { pagination } } };
};
