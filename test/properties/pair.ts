// Two worlds, one on each engine, that receive the same requests.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { query } from '../../src/db/query.ts';
import { settingsGroups } from '../../src/domains/index.ts';
import { updateSettings } from '../../src/domains/instance/settings/settings.ts';
import { type Answer, clientOf } from '../support/client.ts';
import { sendRaw } from '../support/raw.ts';
import { openWorld, system, type World } from '../support/world.ts';
import type { Plan } from './request.ts';
import { type Caller, marked, marks, type Seed, seed } from './seed.ts';

/** One world and the records that a case acts on there. */
interface Half {
  readonly world: World;
  readonly seed: Seed;
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

const idForm =
  /\b(pol|polrev|polset|polsetver|polver|user|org|ou|team|at|drp|sub|mod|modver|moddep|nocode|ncopt|prj|ws|tb|var|poleval|polex|psout|polin|polrep|polrepin)-[1-9A-HJ-NP-Za-km-z]{16}\b/g;
const tokenForm = /\b[A-Za-z0-9]{14}\.[a-z0-9]+\.[A-Za-z0-9]{64}\b/g;
const requestForm = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const secretForm = /\b[A-Z2-7]{32}\b/g;
const publicKeyForm = /"(n|kid)":"[\w-]{43,342}"/g;
const linkForm = /\/(set-password|object)\/[\w«»./-]{43,}/g;
const drawingForm = /<path fill=\\"black\\" d=\\"[^"]*"/g;
/** The worlds may answer in different seconds. */
const waitForm = /\bWait \d+ seconds\b/g;
const timeForm = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** What both worlds name alike. Such words can stand within random ones, so they stay as they are. */
const namedAlike: readonly (typeof marks)[number][] = [
  'organization',
  'namespace',
  'username',
  'project-name',
  'workspace-name',
  'module-name',
  'module-provider',
  'module-version',
];

/** The longest first, since some contain others. */
const differingMarks = ({ ids }: Seed) =>
  marks.filter((mark) => !namedAlike.includes(mark)).sort((one, other) => ids[other].length - ids[one].length);

/**
 * An answer's text without what is bound to differ: identifiers, tokens, keys, secrets and their drawings, times,
 * request identifiers, the address listened on, and the engine's own name.
 */
const comparableText = ({ world, seed: records }: Half, text: string): string =>
  differingMarks(records)
    .reduce((result, mark) => result.replaceAll(records.ids[mark], marked(mark)), text)
    .replaceAll(idForm, '«$1»')
    .replaceAll(tokenForm, '«new token»')
    .replaceAll(timeForm, '«time»')
    .replaceAll(waitForm, 'Wait «some» seconds')
    .replaceAll(world.url, '«url»')
    .replaceAll(new URL(world.url).host, '«host»')
    .replaceAll(linkForm, '/$1/«link»')
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
  const text = comparableText(half, bytes.toString('utf8'));
  return { status, type, content: body === undefined ? text : comparableDocument(text) };
};

const shownPlan = ({ body, ...plan }: Plan): string =>
  `${JSON.stringify(plan)} ${Buffer.from(body ?? '')
    .toString('utf8')
    .slice(0, 2_000)}`;

/** Asks both worlds the same; fails unless both give the same sane answer. Answers the status. */
export const requestBoth = async ([one, other]: Pair, plan: Plan): Promise<number> => {
  const [first, second] = await Promise.all([request(one, plan), request(other, plan)]);
  assert.ok(first.status < 500, `${first.status} for ${shownPlan(plan)}\n${first.bytes.toString('utf8')}`);
  assert.deepEqual(comparable(one, first), comparable(other, second), shownPlan(plan));
  return first.status;
};

const rowsOf = [
  query<{ id: string }>()((db, { id }) => db.selectFrom('organizations').selectAll().where('id', '=', id)),
  query<{ id: string }>()((db, { id }) =>
    db.selectFrom('policies').selectAll().where('organization_id', '=', id).orderBy('id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db.selectFrom('policy_sets').selectAll().where('organization_id', '=', id).orderBy('id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db.selectFrom('teams').selectAll().where('organization_id', '=', id).orderBy('id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db.selectFrom('memberships').selectAll().where('organization_id', '=', id).orderBy('id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db.selectFrom('projects').selectAll().where('organization_id', '=', id).orderBy('id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db.selectFrom('workspaces').selectAll().where('organization_id', '=', id).orderBy('id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db
      .selectFrom('tag_bindings')
      .innerJoin('workspaces', 'workspaces.id', 'tag_bindings.workspace_id')
      .selectAll('tag_bindings')
      .where('workspaces.organization_id', '=', id)
      .orderBy('tag_bindings.id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db.selectFrom('policy_evaluations').selectAll().where('organization_id', '=', id).orderBy('id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db.selectFrom('policy_inputs').selectAll().where('organization_id', '=', id).orderBy('id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db.selectFrom('policy_exemptions').selectAll().where('organization_id', '=', id).orderBy('id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db.selectFrom('modules').selectAll().where('organization_id', '=', id).orderBy('id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db
      .selectFrom('module_versions')
      .innerJoin('modules', 'modules.id', 'module_versions.module_id')
      .selectAll('module_versions')
      .where('modules.organization_id', '=', id)
      .orderBy('module_versions.id'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db
      .selectFrom('policy_revisions')
      .innerJoin('policies', 'policies.id', 'policy_revisions.policy_id')
      .select(['policy_revisions.policy_id', 'policy_revisions.number', 'policy_revisions.sha256'])
      .where('policies.organization_id', '=', id)
      .orderBy('policy_revisions.policy_id')
      .orderBy('policy_revisions.number'),
  ),
  query<{ id: string }>()((db, { id }) =>
    db
      .selectFrom('policy_set_policies')
      .innerJoin('policies', 'policies.id', 'policy_set_policies.policy_id')
      .selectAll('policy_set_policies')
      .where('policies.organization_id', '=', id),
  ),
] as const;

const possessions = async ({ world, seed: { organizationId } }: Half): Promise<readonly unknown[]> => {
  const values = { id: organizationId };
  const rows: readonly (readonly unknown[])[] = await Promise.all(
    rowsOf.map(
      (source): Promise<readonly unknown[]> => world.context.database.rows<{ id: string }, unknown>(source, values),
    ),
  );
  return rows;
};

/** The content of the case's organization, in both worlds, as one hash. */
export const stateOf = async (pair: Pair): Promise<string> => {
  const all = await Promise.all(pair.map(possessions));
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
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
const resetSettings = async ({ context }: World): Promise<void> => {
  for (const group of settingsGroups.filter(({ id }) => context.settings.row(id).document !== '{}')) {
    const first = Object.entries(group.attributes).flatMap(([name, attribute]) =>
      attribute.kind === 'stored' ? [[name, attribute.initial(context.config)] as const] : [],
    );
    const kept = { ...Object.fromEntries(first), ...(group.id === 'general' && { 'api-rate-limit': plenty }) };
    await updateSettings(context, system, group, {
      values: { stored: kept, transient: {} },
      problems: [],
      ifMatch: () => true,
    });
  }
};

/** Opens both worlds; `seedPair` puts the same new records into each. */
export const openPair = async () => {
  await using stack = new AsyncDisposableStack();
  const sqlite = stack.use(await openWorld('sqlite'));
  const postgres = stack.use(await openWorld('postgres'));
  const opened = stack.move();
  let seeded = 0;
  const seedPair = async (): Promise<Pair> => {
    seeded += 1;
    const number = seeded;
    await Promise.all([sqlite, postgres].map(resetSettings));
    const [one, other] = await Promise.all([seed(sqlite, number), seed(postgres, number)]);
    return [
      { world: sqlite, seed: one },
      { world: postgres, seed: other },
    ];
  };
  return { seedPair: seedPair, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};
