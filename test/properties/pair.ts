// Two worlds, one on each engine, that receive the same requests.
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

/** One world and the records that a case acts on there. */
interface Half {
  readonly world: World;
  readonly seed: Seed;
  /** The rows of an organization, which stand for its content. */
  readonly rowsOf: RowsOf;
}

/** Both worlds, with the same records under other identifiers. */
export type Pair = readonly [Half, Half];

const filledText = ({ ids }: Seed, text: string): string =>
  marks.reduce((result, mark) => result.replaceAll(marked(mark), ids[mark]), text);

// NOTE: latin1 keeps every byte, so that broken UTF-8 stays as broken as it is.
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
/** It names the record that a page begins after, and is signed. Looked for only at the beginning of a word: some are long. */
const cursorForm = /(?<![\w-])[\w-]+\.[0-9a-f]{16}\.[\w-]{43}\b/g;
const linkForm = /\/(set-password|object)\/[\w«»./-]{43,}/g;
const drawingForm = /<path fill=\\"black\\" d=\\"[^"]*"/g;
/** The worlds may answer in different seconds. */
const waitForm = /\bWait \d+ (second|minute)s?\b/g;
const durationForm = /"duration-ms":\d+/g;
/** Facts about the machine and the database. */
const sizeForm = /"(database|disk|disk-free)-bytes":\d+/g;
const findingsForm = /"findings":\[.*?\],(?="jobs":)/g;
const timeForm = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Marks that both worlds name alike. Such words can occur within random ones, so they stay as they are. */
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

/** The longest first, since some contain others. */
const differingMarks = ({ ids }: Seed) =>
  marks.filter((mark) => !namedAlike.includes(mark)).sort((one, other) => ids[other].length - ids[one].length);

/** Names of hosts are answered in lower case. */
const withMark = (text: string, id: string, mark: (typeof marks)[number]): string =>
  text.replaceAll(id, marked(mark)).replaceAll(id.toLowerCase(), marked(mark));

/**
 * An answer's text without what is bound to differ: identifiers, tokens, keys, secrets and their drawings, times,
 * request identifiers, the address listened on, and the engine's own name.
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
    // Written down after the answer, so the next answer may or may not have it.
    .replaceAll('"last-used-at":null', '"last-used-at":"«time»"')
    .replaceAll(/"database":"(sqlite|postgres)"/g, '"database":"«engine»"');

const sorted = (records: readonly unknown[]): readonly string[] => records.map((each) => JSON.stringify(each)).sort();

const isIdentifier = (value: unknown): boolean => Object.keys(Object(value)).toSorted().join() === 'id,type';

// NOTE: a list sorted by what the marks stand for is in another order in each world.
const isMarked = (value: unknown): boolean => typeof value === 'string' && value.includes('«');

const isUnordered = (values: readonly unknown[]): boolean =>
  values.length > 0 && (values.every(isIdentifier) || values.some(isMarked));

/** A document in which the identifiers of each relationship stand in an order that both worlds have. */
const parsedAlike = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown) => (Array.isArray(value) && isUnordered(value) ? sorted(value) : value));

/**
 * The comparable part of a document. Records of equal rank stand in the order of their identifiers, which
 * differs; so lists are compared as sets, and as numbers where a page shows only some of the records.
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
  // Durations of requests differ each time.
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

/** Asks both worlds the same; fails unless both give the same sane answer. Answers the status. */
export const requestBoth = async ([one, other]: Pair, plan: Plan): Promise<number> => {
  const [first, second] = await Promise.all([request(one, plan), request(other, plan)]);
  for (const { status, headers, bytes } of [first, second]) {
    const request = `request ${headers.get('x-request-id')}, which the log explains`;
    assert.ok(status < 500, `${status} for ${shownPlan(plan)}\n${bytes.toString('utf8')}\n${request}`);
  }
  if (!isSame(first, second)) assert.deepEqual(comparable(one, first), comparable(other, second), shownPlan(plan));
  return first.status;
};

/** The content of the case's organization, in both worlds. */
export const stateOf = async (pair: Pair): Promise<string> => {
  const all = await Promise.all(pair.map(({ seed: { organizationId }, rowsOf }) => rowsOf(organizationId)));
  return JSON.stringify(all);
};

/** The code in force of the case's policy, in both worlds. */
export const codesOf = (pair: Pair): Promise<readonly string[]> =>
  Promise.all(
    pair.map(async ({ world, seed: { ids, tokens } }) => {
      const answer = await clientOf(world.url, tokens.owner).get(`/policies/${ids.policy}/download`);
      return `${answer.status} ${answer.bytes.toString('utf8')}`;
    }),
  );

const plenty = 1_000_000;

/** Gives every setting its first value again, but for the rate limit: each case shall get an answer. */
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

/** Number of copies that are inserted at once. */
const copiesAtOnce = 20;

/** One world, and how it gets records. */
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

/** Opens both worlds; `seedPair` makes the same new records in each, and `copyPair` copies those of a first case. */
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
