// Runs the cells of the access matrix. A cell combines a row of the table with a caller.
import type { Edition } from '../../src/config.ts';
import { servedWith } from '../../src/domains/index.ts';
import type { Operation } from '../../src/http/operation.ts';
import type { Route } from '../../src/http/route.ts';
import { neutral } from '../../src/jsonapi/vocabulary.ts';
import type { Answer } from '../support/answer.ts';
import { clientOf, type RequestOptions } from '../support/client.ts';
import { type Caller, callers, isNobody, isPlaced } from './callers.ts';
import { type Row, type Rows, statusNamed } from './row.ts';
import { openScene, openScenes, type Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { accountRows } from './table/accounts.ts';
import { administrationRows, discoveryRows } from './table/instance.ts';
import { organizationRows, teamRows } from './table/organizations.ts';
import { pageRows } from './table/pages.ts';
import { placeStatuses } from './table/places.ts';
import { planRows } from './table/plans.ts';
import { policyRows } from './table/policies.ts';
import { registryRows } from './table/registry.ts';
import { samlRows } from './table/saml.ts';
import { workspaceRows } from './table/workspaces.ts';

const table: Rows = {
  ...discoveryRows,
  ...accountRows,
  ...organizationRows,
  ...teamRows,
  ...policyRows,
  ...planRows,
  ...workspaceRows,
  ...registryRows,
  ...administrationRows,
  ...samlRows,
  ...pageRows,
};

export interface Cell {
  readonly name: string;
  readonly method: string;
  /** Path relative to `/api/v2`; a path that begins with two slashes is relative to the root. */
  readonly path: string;
  readonly caller: Caller;
  readonly row: Row;
  readonly expected: number;
}

const apiPrefix = '/api/v2';

const shortened = (path: string): string => (path.startsWith(apiPrefix) ? path.slice(apiPrefix.length) : `/${path}`);

const { routes } = servedWith(neutral);

const routeAt = (at: Pick<Cell, 'method' | 'path'>): Route | undefined =>
  routes.find(({ method, path }) => method === at.method && shortened(path) === at.path);

/** Returns the API operation that a cell requests, or undefined for an HTML page. */
export const operationOf = (cell: Pick<Cell, 'method' | 'path'>): Operation | undefined => routeAt(cell)?.operation;

/** Domains whose records belong to a workspace or a project. */
const domainsOfPlaces: readonly (string | undefined)[] = ['Organizations', 'Policies', 'Modules'];
const unplaced = callers.filter((caller) => !isPlaced(caller));

/** Returns the callers that request a route. Access to a place does not matter for the routes of most domains. */
const callersOf = (at: Pick<Cell, 'method' | 'path'>): readonly Caller[] =>
  domainsOfPlaces.includes(routeAt(at)?.tag) && !at.path.startsWith('/admin/') ? callers : unplaced;

/** Names of all existing routes, in the table's notation. */
export const routeNames: readonly string[] = routes.map(({ method, path }) => `${method} ${shortened(path)}`);

const routeOf = (name: string): string => name.replace(/ \(.*\)$/, '');

/** Names of the routes that have a row in the table. */
export const tableNames: readonly string[] = [...new Set(Object.keys(table).map(routeOf))];

/** The hosted edition serves nothing under `/admin/`: authenticated callers get 404. */
const expectedIn = (edition: Edition, path: string, { statusFor }: Row, caller: Caller): number => {
  if (edition === 'hosted' && path.startsWith('/admin/')) return isNobody(caller) ? 401 : 404;
  return statusFor(caller, edition);
};

/** Returns all cells of an edition. */
export const cellsOf = (edition: Edition): readonly Cell[] =>
  Object.entries(table).flatMap(([name, row]) => {
    const [method = '', path = ''] = routeOf(name).split(' ');
    return callersOf({ method, path }).map((caller) => {
      const expected = statusNamed(placeStatuses[name], caller) ?? expectedIn(edition, path, row, caller);
      return { name, method, path, caller, row, expected };
    });
  });

const filled = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no scene has a ${name}`);
    return value;
  });

/** Request that a cell sends, and its response. */
export interface Exchanged {
  readonly method: string;
  /** Full path with query. */
  readonly path: string;
  readonly options: RequestOptions;
  readonly answer: Answer;
}

/** Sends a cell's request, which names the records of a scene. */
export const exchange = async (scene: Scene, { method, path, caller, row }: Cell): Promise<Exchanged> => {
  const { at, query, body } = row.sent;
  const { headers, ...options } = body?.(scene, caller) ?? {};
  const full = filled(path, { ...scene.usual, ...at?.(scene, caller) }) + (query?.(scene) ?? '');
  // One edition sends idempotency keys, because routes must behave the same with and without a key.
  const key = scene.stage.edition === 'all' ? { 'idempotency-key': crypto.randomUUID() } : {};
  const all = { ...headers, ...key, ...scene.credentials[caller] };
  const answer = await clientOf(scene.stage.world.url).request(method, full, { ...options, headers: all });
  return { method, path: full.startsWith('//') ? full.slice(1) : apiPrefix + full, options, answer };
};

/** Sends a cell's request. Returns a message if the response has an unexpected status. */
const request = async (scene: Scene, cell: Cell): Promise<readonly string[]> => {
  const { name, caller, expected } = cell;
  const { status } = (await exchange(scene, cell)).answer;
  return status === expected ? [] : [`${name} by ${caller}: ${status} and not ${expected}`];
};

/** Number of passwords that the service checks concurrently for one client address. It refuses further requests. */
const maxPasswordChecks = 2;

const inTurn = async (work: readonly (() => Promise<readonly string[]>)[]): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const queue = work.values();
  const lane = async () => {
    for (const each of queue) wrong.push(...(await each()));
  };
  await Promise.all(Array.from({ length: maxPasswordChecks }, lane));
  return wrong;
};

const refusals: readonly number[] = [401, 403, 404];

/**
 * Whether the request of a cell can share its test data with other requests. Requests that only read or are refused
 * can, because they change nothing. Every other request needs its own test data.
 */
export const sharingOf = ({ method, expected }: Cell): 'reading' | 'refused' | 'alone' => {
  if (refusals.includes(expected)) return 'refused';
  return method === 'GET' ? 'reading' : 'alone';
};

/** Sends the requests of all cells with the records of one scene. Returns messages about unexpected statuses. */
export const requestTogether = async (stage: Stage, cells: readonly Cell[]): Promise<readonly string[]> => {
  const scene = await openScene(stage, { hasProvider: true });
  return inTurn(cells.map((cell) => () => request(scene, cell)));
};

/**
 * Sends the request of each cell with its own scene. Returns messages about unexpected statuses. Scenes are copied,
 * except for scenes with values that are encrypted for one account.
 */
export const requestApart = async (stage: Stage, cells: readonly Cell[]): Promise<readonly string[]> => {
  const scenes = (await openScenes(stage, cells.filter(({ row }) => row.sent.scene === undefined).length)).values();
  const sceneFor = async ({ row }: Cell): Promise<Scene> =>
    row.sent.scene === undefined ? (scenes.next().value ?? openScene(stage)) : openScene(stage, row.sent.scene);
  return inTurn(cells.map((cell) => async () => request(await sceneFor(cell), cell)));
};
