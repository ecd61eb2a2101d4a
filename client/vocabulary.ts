// Translates requests and responses between the neutral vocabulary of this client and the vocabulary of the service.
// Only names that the OpenAPI description declares are translated. Values that users wrote are left unchanged.
import { differing } from './vocabulary.generated.ts';

export type VocabularyName = 'neutral' | 'terraform';

/** Name of a response header that a service sends only if it uses the vocabulary `terraform`. */
const mark = 'tfp-api-version';

/** Returns the vocabulary of a response. */
export const vocabularyOf = (headers: Headers): VocabularyName => (headers.has(mark) ? 'terraform' : 'neutral');

/** Translations of names from one vocabulary to the other. */
interface Table {
  readonly attributes: ReadonlyMap<string, string>;
  readonly kinds: ReadonlyMap<string, string>;
  /** Resource types, and identifiers of setting groups. */
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

/** Translates each member of an object. Other values are returned unchanged. */
const withMembers = (
  value: unknown,
  translate: (name: string, member: unknown) => readonly [string, unknown],
): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => translate(name, member))) : value;

const listed = (value: unknown, translate: (element: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(translate) : value;

/**
 * Translates an element of the deprecated attribute `enforce`. The path in the element ends in the policy kind, as in
 * `name.native`.
 */
const enforced = (table: Table, entry: unknown): unknown =>
  withMembers(entry, (name, member) => {
    if (name !== 'path' || typeof member !== 'string') return [name, member];
    const end = member.lastIndexOf('.') + 1;
    return [name, member.slice(0, end) + other(table.kinds, member.slice(end))];
  });

const named = (table: Table, value: unknown): unknown =>
  withMembers(value, (name, member) => [other(table.attributes, name), member]);

/** Translators for attributes whose value contains names to translate. */
const inner: Readonly<Record<string, (table: Table, value: unknown) => unknown>> = {
  kind: ({ kinds }, value) => (typeof value === 'string' ? other(kinds, value) : value),
  permissions: named,
  'workspace-access': named,
  enforce: (table, value) => listed(value, (entry) => enforced(table, entry)),
  'feature-sets': (table, value) => listed(value, (each) => named(table, each)),
  creations: (table, value) => listed(value, (each) => resource(table, each)),
};

const attributes = (table: Table, value: unknown): unknown =>
  withMembers(value, (name, member) => [
    other(table.attributes, name),
    Object.hasOwn(inner, name) ? inner[name]?.(table, member) : member,
  ]);

/**
 * Translates a resource or a resource identifier. The `id` is translated only for setting groups, because an
 * organization may have the name of a setting group.
 */
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

/** Translators for the document members that contain names to translate. */
const members: Readonly<Record<string, (table: Table, value: unknown) => unknown>> = {
  data: (table, value) => (Array.isArray(value) ? value.map((each) => resource(table, each)) : resource(table, value)),
  included: (table, value) => listed(value, (each) => resource(table, each)),
  errors: (table, value) => listed(value, (each) => problem(table, each)),
  /** The `set-secrets` member of a setting group contains attribute names. */
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

/** Translates a document from the OpenAPI description's vocabulary to the service's vocabulary. */
export const documentTo = (vocabulary: VocabularyName, sent: unknown): unknown =>
  vocabulary === 'neutral' ? sent : document(toWire, sent);

/** Translates a document from the service's vocabulary to the OpenAPI description's vocabulary. */
export const documentFrom = (vocabulary: VocabularyName, received: unknown): unknown =>
  vocabulary === 'neutral' ? received : document(fromWire, received);

/** Translates a path from the OpenAPI description to the service's vocabulary. */
export const pathTo = (vocabulary: VocabularyName, path: string): string =>
  vocabulary === 'neutral'
    ? path
    : path.replace(
        /^(\/api\/v2\/admin\/)([^/?]+)/,
        (_, admin: string, type: string) => admin + other(toWire.types, type),
      );

/** Translates the value of a query parameter to the service's vocabulary. */
export const parameterTo = (vocabulary: VocabularyName, name: string, value: string): string =>
  vocabulary !== 'neutral' && name === 'filter[kind]' ? other(toWire.kinds, value) : value;

/** Whether a document differs between the vocabularies. */
export const hasWords = (sent: unknown): boolean =>
  JSON.stringify(documentTo('terraform', sent)) !== JSON.stringify(sent);
