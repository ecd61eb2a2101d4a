// What people read: aligned plain text made from the same resource objects that programs get.
import { paginationOf } from '../jsonapi/page.ts';
import type { Resource, ResourceObject } from '../jsonapi/resource.ts';
import type { Page } from '../lib/page.ts';
import { sentenceCase, visible } from '../lib/text.ts';
import type { Output } from './command.ts';

const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined) return '-';
  if (typeof value !== 'object') return visible(String(value));
  return Object.entries(value)
    .map(([name, each]) => `${name} ${shown(each)}`)
    .join(', ');
};

/** Rows of cells in columns, two spaces apart. */
export const aligned = (rows: readonly (readonly string[])[]): string => {
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
};

/** Labels with their values, one a line. */
export const labelled = (values: Readonly<Record<string, unknown>>): string =>
  aligned(Object.entries(values).map(([label, value]) => [`${label}:`, shown(value)]));

const attributesOf = ({ attributes }: ResourceObject): readonly (readonly [string, unknown])[] =>
  Object.entries(Object(attributes)).filter(([, value]) => value !== undefined);

/** One record: for programs the document that HTTP answers, with what is known only now as `meta`. */
export const oneRecord = <Row>(resource: Resource<Row>, row: Row, meta?: Readonly<Record<string, string>>): Output => {
  const object = resource.object(row);
  const named = [['id', object.id], ...attributesOf(object), ...Object.entries(meta ?? {})] as const;
  const labels = Object.fromEntries(
    named.map(([name, value]) => [name === 'id' ? 'ID' : sentenceCase(String(name)), value]),
  );
  return { text: labelled(labels), json: { data: object, ...(meta && { meta }) } };
};

/** One page of a list with the attributes that `columns` names. */
export const manyRecords = <Row>(resource: Resource<Row>, page: Page<Row>, columns: readonly string[]): Output => {
  const objects = page.rows.map((row) => resource.object(row));
  const pagination = paginationOf(page);
  const head = [...columns.map((column) => column.replaceAll('-', ' ').toUpperCase()), 'ID'];
  const rows = objects.map((object) => {
    const attributes = Object.fromEntries(attributesOf(object));
    return [...columns.map((column) => shown(attributes[column])), object.id];
  });
  const place = `Page ${pagination['current-page']} of ${pagination['total-pages']}, ${page.total} in all.`;
  const isWhole = pagination['total-pages'] === 1 && pagination['current-page'] === 1;
  const text = [aligned([head, ...rows]), ...(isWhole ? [] : [place])].join('\n');
  return { text, json: { data: objects, meta: { pagination } } };
};
