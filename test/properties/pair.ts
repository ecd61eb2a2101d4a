// Pair of test environments, one on each database engine, that receive the same requests.
import assert from 'node:assert/strict';
import type { Engine } from '../../src/db/engine.ts';
import { settingsGroups } from '../../src/domains/index.ts';
import { updateSettings } from '../../src/domains/instance/settings/settings.ts';
import { idPrefixes } from '../../src/kernel/ids.ts';
import { metricsType } from '../../src/runtime/observability/metrics.ts';
import type { Answer } from '../support/answer.ts';
import { clientOf } from '../support/client.ts';
import { openCopier } from '../support/copies.ts';
import { sendRaw } from '../support/raw.ts';
import { openWorld, system, type World } from '../support/world.ts';
import type { Plan } from './request.ts';
import { type Caller, marked, marks, type Seed, seed, withOwnLinks } from './seed.ts';
import { type RowsOf, rowsOfOrganizations } from './state.ts';

/** One test environment, and the records that a test case uses in it. */
interface Half {
  readonly world: World;
  readonly seed: Seed;
  /** Returns an organization's rows. Tests compare them to find changes. */
  readonly rowsOf: RowsOf;
}

/** Both environments, with the same records under different ids. */
export type Pair = readonly [Half, Half];

const filledText = ({ ids }: Seed, text: string): string =>
  marks.reduce((result, mark) => result.replaceAll(marked(mark), ids[mark]), text);

// NOTE: latin1 preserves every byte, so that invalid UTF-8 is sent unchanged.
const latin1Mark = (mark: (typeof marks)[number]): string => Buffer.from(marked(mark), 'utf8').toString('latin1');

const filledBody = ({ ids }: Seed, body: Uint8Array): Uint8Array => {
  const text = Buffer.from(body).toString('latin1');
  const filled = marks.reduce((result, mark) => result.replaceAll(latin1Mark(mark), ids[mark]), text);
  return Buffer.from(filled, 'latin1');
};

const authorization = ({ tokens }: Seed, caller: Caller): Record<string, string> => {
  const token = tokens[caller];
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
};

const request = (
  { world, seed: records }: Half,
  { method, path, caller, headers, body, isChunked }: Plan,
): Promise<Answer> =>
  sendRaw(world.url, {
    method,
    path: filledText(records, path),
    headers: { ...headers, ...authorization(records, caller) },
    isChunked,
    ...(body !== undefined && { body: filledBody(records, body) }),
  });

const idForm = new RegExp(`\\b(${idPrefixes.join('|')})-[1-9A-HJ-NP-Za-km-z]{16}\\b`, 'g');
const tokenForm = /\b[A-Za-z0-9]{14}\.[a-z0-9]+\.[A-Za-z0-9]{64}\b/g;
const requestForm = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const secretForm = /\b[A-Z2-7]{32}\b/g;
const publicKeyForm = /"(n|kid)":"[\w-]{43,342}"/g;
/**
 * Signed pagination cursor, which names the record after which a page begins. The pattern matches only at the beginning
 * of a word, because searching long words is slow.
 */
const cursorForm = /(?<![\w-])[\w-]+\.[0-9a-f]{16}\.[\w-]{43}\b/g;
const linkForm = /\/(set-password|object)\/[\w«»./-]{43,}/g;
const drawingForm = /<path fill=\\"black\\" d=\\"[^"]*"/g;
/** Waiting times in messages are replaced, because the two environments may respond in different seconds. */
const waitForm = /\bWait \d+ (second|minute)s?\b/g;
const durationForm = /"duration-ms":\d+/g;
/** Values in responses that depend on the machine or the database. */
const sizeForm = /"(database|disk|disk-free)-bytes":\d+/g;
const findingsForm = /"findings":\[.*?\],(?="jobs":)/g;
const timeForm = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/**
 * Marks with the same value in both environments. They are not replaced, because such short words can occur by chance
 * in random words.
 */
const namedAlike: readonly (typeof marks)[number][] = [
  'organization',
  'namespace',
  'username',
  'project-name',
  'workspace-name',
  'module-name',
  'module-provider',
  'module-version',
  'revision-number',
];

/**
 * Returns the marks whose values differ between the environments. The longest value comes first, because a value may
 * contain another one.
 */
const differingMarks = ({ ids }: Seed) =>
  marks.filter((mark) => !namedAlike.includes(mark)).sort((one, other) => ids[other].length - ids[one].length);

/** The id is replaced in lower case, too, because responses contain host names in lower case. */
const withMark = (text: string, id: string, mark: (typeof marks)[number]): string =>
  text.replaceAll(id, marked(mark)).replaceAll(id.toLowerCase(), marked(mark));

/**
 * Returns a response's text with placeholders for values that always differ: ids, tokens, keys, secrets and their QR
 * codes, times, request ids, the server's address, and the engine's name.
 */
const comparableText = ({ world, seed: records }: Half, text: string): string =>
  differingMarks(records)
    .reduce((result, mark) => withMark(result, records.ids[mark], mark), text)
    .replaceAll(idForm, '«$1»')
    .replaceAll(tokenForm, '«new token»')
    .replaceAll(timeForm, '«time»')
    .replaceAll(sizeForm, '"$1-bytes":0')
    .replaceAll(findingsForm, '"findings":[],')
    .replaceAll(/"database-version":"[^"]*"/g, '"database-version":""')
    .replaceAll(durationForm, '"duration-ms":0')
    .replaceAll(waitForm, 'Wait «some time»')
    .replaceAll(world.url, '«url»')
    .replaceAll(new URL(world.url).host, '«host»')
    .replaceAll(linkForm, '/$1/«link»')
    .replaceAll(cursorForm, '«cursor»')
    .replaceAll(secretForm, '«secret»')
    .replaceAll(drawingForm, '«drawing»')
    .replaceAll(requestForm, '«request»')
    .replaceAll(publicKeyForm, '"$1":"«key»"')
    // The service stores the time of a token's use after it has responded, so the next response may or may not contain
    // it.
    .replaceAll('"last-used-at":null', '"last-used-at":"«time»"')
    .replaceAll(/"database":"(sqlite|postgres)"/g, '"database":"«engine»"');

const sorted = (records: readonly unknown[]): readonly string[] => records.map((each) => JSON.stringify(each)).sort();

const isIdentifier = (value: unknown): boolean => Object.keys(Object(value)).toSorted().join() === 'id,type';

// NOTE: the order of a list of ids differs between the environments.
const isMarked = (value: unknown): boolean => typeof value === 'string' && value.includes('«');

/** Whether the value is a record, which has an id. */
const isRecord = (value: unknown): boolean => isMarked(Reflect.get(Object(value), 'id'));

const isUnordered = (values: readonly unknown[]): boolean =>
  values.length > 0 && (values.every(isIdentifier) || values.every(isRecord) || values.some(isMarked));

/** Parses a document and sorts its lists of ids and of records, which can also be attributes. */
const parsedAlike = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown) => (Array.isArray(value) && isUnordered(value) ? sorted(value) : value));

/**
 * Returns the comparable part of a document. The ids of records differ between the environments, so lists are compared
 * as sets. If a page shows only some of the records, only their number is compared.
 */
const comparableDocument = (text: string): unknown => {
  const document: unknown = parsedAlike(text);
  if (typeof document !== 'object' || document === null || !('data' in document)) return document;
  const { data, included, ...rest } = { included: [], ...document };
  if (!Array.isArray(data) || !Array.isArray(included)) return document;
  const total: unknown = JSON.parse(text).meta?.pagination?.['total-count'];
  const isWhole = total === undefined || data.length === total;
  return { ...rest, data: isWhole ? sorted(data) : data.length, included: isWhole ? sorted(included) : [] };
};

const comparable = (half: Half, { status, body, bytes, headers }: Answer): unknown => {
  const type = headers.get('content-type');
  // Metrics are not compared, because they contain request durations, which always differ.
  if (type === metricsType) return { status, type };
  const text = comparableText(half, bytes.toString('utf8'));
  return { status, type, content: body === undefined ? text : comparableDocument(text) };
};

const isSame = (one: Answer, other: Answer): boolean =>
  one.status === other.status &&
  one.headers.get('content-type') === other.headers.get('content-type') &&
  one.bytes.equals(other.bytes);

const shownPlan = ({ body, ...plan }: Plan): string =>
  `${JSON.stringify(plan)} ${Buffer.from(body ?? '')
    .toString('utf8')
    .slice(0, 2_000)}`;

/**
 * Sends the same request to both environments. Fails unless both return the same valid response. Returns its HTTP
 * status.
 */
export const requestBoth = async ([one, other]: Pair, plan: Plan): Promise<number> => {
  const [first, second] = await Promise.all([request(one, plan), request(other, plan)]);
  for (const { status, headers, bytes } of [first, second]) {
    const request = `request ${headers.get('x-request-id')}, which the log explains`;
    assert.ok(status < 500, `${status} for ${shownPlan(plan)}\n${bytes.toString('utf8')}\n${request}`);
  }
  if (!isSame(first, second)) assert.deepEqual(comparable(one, first), comparable(other, second), shownPlan(plan));
  return first.status;
};

/** Returns the content of the test case's organization in both environments. */
export const stateOf = async (pair: Pair): Promise<string> => {
  const all = await Promise.all(pair.map(({ seed: { organizationId }, rowsOf }) => rowsOf(organizationId)));
  return JSON.stringify(all);
};

/** Returns the current code of the test case's policy in both environments. */
export const codesOf = (pair: Pair): Promise<readonly string[]> =>
  Promise.all(
    pair.map(async ({ world, seed: { ids, tokens } }) => {
      const answer = await clientOf(world.url, tokens.owner).get(`/policies/${ids.policy}/download`);
      return `${answer.status} ${answer.bytes.toString('utf8')}`;
    }),
  );

const plenty = 1_000_000;

/**
 * Returns a function that restores all settings except for the rate limit. The limit stays off, so that each test case
 * gets a response.
 */
const settingsResetter = ({ context }: World): (() => Promise<void>) => {
  const documents = new Map<string, string>();
  const documentOf = (id: string): string => context.settings.row(id).document;
  return async () => {
    for (const group of settingsGroups.filter(({ id }) => documentOf(id) !== (documents.get(id) ?? '{}'))) {
      const first = Object.entries(group.attributes).flatMap(([name, attribute]) =>
        attribute.kind === 'stored' ? [[name, attribute.initial(context.config)] as const] : [],
      );
      const kept = { ...Object.fromEntries(first), ...(group.id === 'general' && { 'api-rate-limit': plenty }) };
      await updateSettings(context, system, group, {
        values: { stored: kept, transient: {} },
        problems: [],
        ifMatch: () => true,
      });
      documents.set(group.id, documentOf(group.id));
    }
  };
};

/** Number of copies that one statement inserts. */
const copiesAtOnce = 20;

/** Opens one test environment, with functions that create its records. */
const openHalf = async (engine: Engine) => {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await openWorld(engine, { environment: { TIPSTAFF_LOG_LEVEL: 'error' } }));
  const rowsOf = await rowsOfOrganizations(world);
  const reset = settingsResetter(world);
  await reset();
  const copy = await openCopier(world, 'case0', (name) => seed(world, name));
  const copies: Half[] = [];
  const opened = stack.move();
  return {
    reset,
    seeded: async (name: string): Promise<Half> => ({ world, rowsOf, seed: await seed(world, name) }),
    copied: async (number: number): Promise<Half> => {
      if (copies.length === 0) {
        const made = await copy(Array.from({ length: copiesAtOnce }, (_, index) => `copy${number + index}`));
        copies.push(...made.map((each) => ({ world, rowsOf, seed: withOwnLinks(world, each) })));
      }
      return copies.shift() ?? assert.fail();
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

/**
 * Opens both test environments. `seedPair` creates the same new records in each of them. `copyPair` copies the records
 * of the first test case.
 */
export const openPair = async () => {
  await using stack = new AsyncDisposableStack();
  const sqlite = stack.use(await openHalf('sqlite'));
  const postgres = stack.use(await openHalf('postgres'));
  const opened = stack.move();
  const made = { seeds: 0, copies: 0 };
  const seedPair = async (): Promise<Pair> => {
    made.seeds += 1;
    await Promise.all([sqlite.reset(), postgres.reset()]);
    return Promise.all([sqlite.seeded(`case${made.seeds}`), postgres.seeded(`case${made.seeds}`)]);
  };
  const copyPair = async (): Promise<Pair> => {
    made.copies += 1;
    await Promise.all([sqlite.reset(), postgres.reset()]);
    return Promise.all([sqlite.copied(made.copies), postgres.copied(made.copies)]);
  };
  return { seedPair, copyPair, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};
