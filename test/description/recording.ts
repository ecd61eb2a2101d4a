// Records one exchange with a real server for each operation of the API description.
import { isUtf8 } from 'node:buffer';
import type { RecordedExchange, RecordedExchanges } from '../../src/http/openapi-examples.ts';
import { type Caller, callers } from '../access/callers.ts';
import { type Cell, cellsOf, type Exchanged, exchange, operationOf } from '../access/matrix.ts';
import { openScene } from '../access/scene.ts';
import { openStage } from '../access/stage.ts';
import { steady } from './steady.ts';

/** Records every operation in the neutral vocabulary. */
export async function recordExchanges(): Promise<RecordedExchanges> {
  await using stage = await openStage('sqlite', 'all');
  const readOn = await openScene(stage);
  const recorded: [string, RecordedExchange][] = [];
  const cells = shownCells();
  // Operations that only read are recorded first, because later the lists would also contain records of other scenes.
  for (const [operationId, cell] of cells.toSorted(([, one], [, other]) => changes(one) - changes(other))) {
    const scene = changes(cell) === 0 ? readOn : await openScene(stage, cell.row.sent.scene);
    recorded.push([operationId, shown(await exchange(scene, cell), stage.world.url)]);
  }
  return Object.fromEntries(recorded.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const changes = ({ method, row }: Cell): number => (method === 'GET' && row.sent.scene === undefined ? 0 : 1);

/** Callers in order of preference. Requests by the first make the best examples. */
const preferred: readonly Caller[] = ['owner', 'admin', 'policyManager', 'member', 'adminSession', 'anonymous'];

const rank = ({ caller, expected }: Cell): number => {
  const place = [...preferred, ...callers].indexOf(caller);
  const isWithoutRight = expected === 401 || expected === 404;
  return place + (expected < 300 ? 0 : expected) + (isWithoutRight ? 1_000 : 0);
};

/**
 * Returns for each operation the cell that makes the best example: a successful one if possible, sent by the most
 * preferred caller. Some operations are refused for every caller, because the scene lacks the records that they need.
 */
const shownCells = (): readonly (readonly [string, Cell])[] => {
  const byOperation = Map.groupBy(cellsOf('all'), (cell) => operationOf(cell)?.operationId);
  return [...byOperation].flatMap(([operationId, there]) => {
    const [best] = there.toSorted((one, other) => rank(one) - rank(other));
    return operationId === undefined || best === undefined ? [] : [[operationId, best] as const];
  });
};

const shown = ({ method, path, options, answer }: Exchanged, url: string): RecordedExchange => {
  const { raw, json } = options;
  const sent = json ?? (typeof raw === 'string' ? raw : undefined);
  const isText = answer.bytes.length > 0 && isUtf8(answer.bytes);
  const came = answer.body ?? (isText ? answer.bytes.toString('utf8') : undefined);
  const exchanged = {
    line: `${method} ${path}`,
    ...(sent !== undefined && { body: sent }),
    status: answer.status,
    ...(came !== undefined && { answer: abridged(came, url) }),
  };
  return steady(exchanged, url);
};

/** Returns only the first metric, because its value is the same in every run. */
const firstMetric = (text: string): string => /# HELP tipstaff_info .*?\n\n/s.exec(text)?.[0] ?? text;

/** Shortens a list to one record, which does not depend on the list's order, and the API description to its outline. */
const abridged = (body: object | string, url: string): unknown => {
  if (typeof body === 'string') return firstMetric(body);
  if ('openapi' in body) return { openapi: body.openapi, paths: {} };
  const inOrder = withSortedRecords(body, url);
  return 'data' in inOrder && Array.isArray(inOrder.data) ? { ...inOrder, data: inOrder.data.slice(0, 1) } : inOrder;
};

/** Sorts all lists of records, because records that were created in the same millisecond come in any order. */
const withSortedRecords = (value: object, url: string): object => {
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([name, member]) => [name, sortedWithin(member, url)] as const);
    return Object.fromEntries(members);
  }
  const elements = value.map((element) => sortedWithin(element, url));
  const areRecords = elements.every((element) => typeof element === 'object' && element !== null && 'id' in element);
  if (!areRecords) return elements;
  return elements.toSorted((one, other) => (text(one, url) < text(other, url) ? -1 : 1));
};

const sortedWithin = (value: unknown, url: string): unknown =>
  typeof value === 'object' && value !== null ? withSortedRecords(value, url) : value;

const text = (record: unknown, url: string): string => JSON.stringify(steady(record, url));
