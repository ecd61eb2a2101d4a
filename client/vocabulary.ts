// Translates what the service and this client say to each other into the words of the service, and back. Only positions that the
// description of the API declares are translated: what people wrote into values stays as it is.
import { differing } from './vocabulary.generated.ts';

export type VocabularyName = 'neutral' | 'terraform';

/** Header field that every answer in the vocabulary `terraform` has, and no other. */
const mark = 'tfp-api-version';

/** The vocabulary of an answer. */
export const vocabularyOf = (headers: Headers): VocabularyName => (headers.has(mark) ? 'terraform' : 'neutral');

/** One direction of the translation: other words by the present ones. */
interface Table {
  readonly attributes: ReadonlyMap<string, string>;
  readonly kinds: ReadonlyMap<string, string>;
  /** Types of records and identifiers of groups of settings. */
  readonly types: ReadonlyMap<string, string>;
}

const mapOf = (pairs: object, isBack: boolean): ReadonlyMap<string, string> =>
  new Map(Object.entries(pairs).map(([own, wire]) => (isBack ? [String(wire), own] : [own, String(wire)])));

const tableOf = (isBack: boolean): Table => ({
  attributes: mapOf(differing.attributes, isBack),
  kinds: mapOf(differing.kinds, isBack),
  types: mapOf(differing.types, isBack),
});

const toWire = tableOf(false);
const fromWire = tableOf(true);

const other = (words: ReadonlyMap<string, string>, word: string): string => words.get(word) ?? word;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an object, each translated by its name; anything else as it is. */
const withMembers = (
  value: unknown,
  translate: (name: string, member: unknown) => readonly [string, unknown],
): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => translate(name, member))) : value;

const listed = (value: unknown, translate: (element: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(translate) : value;

/** The deprecated `enforce` has paths that end in the kind of the policy: `name.native`. */
const enforced = (table: Table, entry: unknown): unknown =>
  withMembers(entry, (name, member) => {
    if (name !== 'path' || typeof member !== 'string') return [name, member];
    const end = member.lastIndexOf('.') + 1;
    return [name, member.slice(0, end) + other(table.kinds, member.slice(end))];
  });

const named = (table: Table, value: unknown): unknown =>
  withMembers(value, (name, member) => [other(table.attributes, name), member]);

/** The attributes whose own members or elements have words. */
const inner: Readonly<Record<string, (table: Table, value: unknown) => unknown>> = {
  kind: ({ kinds }, value) => (typeof value === 'string' ? other(kinds, value) : value),
  permissions: named,
  enforce: (table, value) => listed(value, (entry) => enforced(table, entry)),
  'feature-sets': (table, value) => listed(value, (each) => named(table, each)),
  creations: (table, value) => listed(value, (each) => resource(table, each)),
};

const attributes = (table: Table, value: unknown): unknown =>
  withMembers(value, (name, member) => [
    other(table.attributes, name),
    Object.hasOwn(inner, name) ? inner[name]?.(table, member) : member,
  ]);

/** A resource or an identifier of one. Only a group of settings is identified by a word: an organization may be named like one. */
function resource(table: Table, value: unknown): unknown {
  const type: unknown = Reflect.get(Object(value), 'type');
  const isGroup = typeof type === 'string' && type.endsWith('-settings');
  return withMembers(value, (name, member) => {
    if (name === 'attributes') return [name, attributes(table, member)];
    const isWord = (name === 'type' || (name === 'id' && isGroup)) && typeof member === 'string';
    return [name, isWord ? other(table.types, member) : member];
  });
}

const pointer = (table: Table, value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .split('/')
        .map((part) => other(table.attributes, part))
        .join('/')
    : value;

const problem = (table: Table, value: unknown): unknown =>
  withMembers(value, (name, member) => [
    name,
    name === 'source' ? withMembers(member, (part, text) => [part, pointer(table, text)]) : member,
  ]);

/** The members of a document that have words. */
const members: Readonly<Record<string, (table: Table, value: unknown) => unknown>> = {
  data: (table, value) => (Array.isArray(value) ? value.map((each) => resource(table, each)) : resource(table, value)),
  included: (table, value) => listed(value, (each) => resource(table, each)),
  errors: (table, value) => listed(value, (each) => problem(table, each)),
  /** `set-secrets` of a group of settings names attributes. */
  meta: (table, value) =>
    withMembers(value, (name, member) => [
      name,
      name === 'set-secrets'
        ? listed(member, (each) => (typeof each === 'string' ? other(table.attributes, each) : each))
        : member,
    ]),
};

const document = (table: Table, value: unknown): unknown =>
  withMembers(value, (name, member) => [name, Object.hasOwn(members, name) ? members[name]?.(table, member) : member]);

/** A document in the words of the description, as a service of a vocabulary takes it. */
export const documentTo = (vocabulary: VocabularyName, sent: unknown): unknown =>
  vocabulary === 'neutral' ? sent : document(toWire, sent);

/** A document of a service, in the words of the description. */
export const documentFrom = (vocabulary: VocabularyName, received: unknown): unknown =>
  vocabulary === 'neutral' ? received : document(fromWire, received);

/** A path of the description, as a service of a vocabulary knows it. */
export const pathTo = (vocabulary: VocabularyName, path: string): string =>
  vocabulary === 'neutral'
    ? path
    : path.replace(
        /^(\/api\/v2\/admin\/)([^/?]+)/,
        (_, admin: string, type: string) => admin + other(toWire.types, type),
      );

/** The value of a parameter of a query. */
export const parameterTo = (vocabulary: VocabularyName, name: string, value: string): string =>
  vocabulary !== 'neutral' && name === 'filter[kind]' ? other(toWire.kinds, value) : value;

/** Whether a document has a word that differs between the vocabularies. */
export const hasWords = (sent: unknown): boolean =>
  JSON.stringify(documentTo('terraform', sent)) !== JSON.stringify(sent);
