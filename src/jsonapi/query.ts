import type { Cursor, ListRequest, PageRequest } from '../kernel/page.ts';
import { parseTimestamp } from '../kernel/parse-timestamp.ts';
import { memoizeLast } from '../lib/functions/memoize.ts';
import { visibleLine } from '../lib/text/text.ts';
import type { Cursors } from './cursor.ts';
import { invalidParameter } from './errors.ts';
import { readPage } from './page.ts';
import type { Differing, Vocabulary } from './vocabulary.ts';

/** Query parameters that a route offers. That of a list is its `query`, see `db/list.ts`. */
export interface QuerySpec {
  /** Whole names, such as `q` and `search[name]`. */
  readonly parameters?: readonly string[];
  /** The values that some parameters know, by the names of these. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  readonly sort?: readonly string[];
  /** Paths of relationships, in the spelling of the wire (`-`). */
  readonly include?: readonly string[];
  /** Paths that released clients send, of relationships that no record here has: they are taken, and include nothing. */
  readonly emptyInclude?: readonly string[];
  readonly paginated?: boolean;
  /** Parameters whose unknown values match nothing, where those of others are refused. */
  readonly openChoices?: readonly string[];
  /** Parameters that are times. */
  readonly times?: readonly string[];
  /**
   * A filter or a search that a list does not offer is refused, and so is a value that a filter does not know: ignored, it would
   * answer more than was wanted. Lists of the reference ignore it.
   */
  readonly isOfReference?: boolean;
  /** The words of choices in the vocabulary. */
  readonly words?: Vocabulary['values'];
}

/** A list's parameters, read and bounded, their choices in neutral words. */
export interface ListQuery extends ListRequest {
  readonly value: NonNullable<ListRequest['value']>;
  /** True if the request names a page. */
  readonly isPaged: boolean;
  readonly include: readonly string[];
}

/** The parameters of a list in a vocabulary. */
export function queryIn(spec: QuerySpec, { values }: Vocabulary): QuerySpec {
  const choices = Object.entries(spec.choices ?? {}).map(
    ([name, words]) => [name, words.map((word) => values[lastPart(name)]?.[word] ?? word)] as const,
  );
  return { ...spec, ...(spec.choices && { choices: Object.fromEntries(choices), words: values }) };
}

/** The neutral word of one on the wire. A neutral word that is none there stands for the other one, and so for no choice. */
const neutralWord = (words: Differing = {}, text: string): string =>
  Object.entries(words).find(([, wire]) => wire === text)?.[0] ?? words[text] ?? text;

/** The last value of each parameter of a query string, brackets raw or encoded. */
export const queryParameters = (query: string): ReadonlyMap<string, string> => {
  if (query === '') return new Map();
  return query.length > maxKeptQuery ? parsedQuery(query) : keptQuery(query);
};

const parsedQuery = (query: string): ReadonlyMap<string, string> => new Map(new URLSearchParams(query));

/** Programs send the same few queries again and again, and parsing one takes several microseconds. */
const keptQuery = memoizeLast(500, parsedQuery);
const maxKeptQuery = 200;

const readInclude = (text: string | undefined, allowed: readonly string[]): readonly string[] => {
  if (text === undefined || text === '') return [];
  const wanted = text.split(',').map((name) => name.trim().replaceAll('_', '-'));
  if (wanted.some((name) => !allowed.includes(name))) throw invalidParameter('include', 'Invalid include parameter');
  return [...new Set(wanted)];
};

const readSort = (text: string | undefined, allowed: readonly string[]): string | undefined => {
  if (text === undefined || text === '' || allowed.length === 0) return undefined;
  if (!allowed.includes(text)) {
    throw invalidParameter('sort', `Invalid sort parameter; it can be ${allowed.join(', ')}`);
  }
  return text;
};

const pageParameters = ['page[number]', 'page[size]', 'page[after]', 'page[before]'];

/** Reads `page[after]` or `page[before]`; 400 for what is no cursor of the list, and beside another place of a page. */
const readCursor = (parameters: ReadonlyMap<string, string>, cursors: Cursors): Cursor | undefined => {
  const [side, other] = (['after', 'before'] as const).filter((each) => parameters.has(`page[${each}]`));
  if (side === undefined) return undefined;
  const name = `page[${side}]`;
  const beside = other !== undefined ? `page[${other}]` : 'page[number]';
  if (parameters.has(beside)) throw invalidParameter(name, `${name} cannot be combined with ${beside}`);
  const place = cursors.read(parameters.get(name) ?? '');
  if (place !== undefined) return { side, place };
  throw invalidParameter(name, `${name} is not a cursor of this list; take one from meta.cursors of its answers`);
};

const narrowing = /^(filter|search)\[/;

/** A filter of several is described by the first of them: `filter[tagged][0][key]`. */
const firstOf = (name: string): string => name.replace(/\[\d\]/, '[0]');

/** The last part of a name: `status` of `filter[status]` and `filter[0][status]`. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('[') + 1, -1);

/** 400 for what would narrow the list in a way that it does not know. */
function requireOffered(spec: QuerySpec, sent: ReadonlyMap<string, string>): void {
  const { parameters = [] } = spec;
  for (const [name, value] of sent) {
    if (!narrowing.test(name)) continue;
    if (parameters.includes(firstOf(name))) requireUsable(spec, name, value);
    else {
      const known = parameters.filter((each) => narrowing.test(each)).join(', ');
      const hint = known === '' ? 'it has none' : `it has ${known}`;
      throw invalidParameter(name, `${visibleLine(name)} is no filter of this list; ${hint}`);
    }
  }
}

function requireUsable({ choices = {}, openChoices = [], times = [] }: QuerySpec, name: string, value: string): void {
  if (value === '' || openChoices.includes(name)) return;
  const words = choices[firstOf(name)];
  if (words !== undefined && !words.includes(value)) throw invalidParameter(name, `${name} can be ${words.join(', ')}`);
  if (times.includes(name) && parseTimestamp(value) === undefined)
    throw invalidParameter(name, `${name} is a time such as 2026-01-31T12:00:00Z`);
}

/** Reads the parameters that `spec` offers; others are ignored, unless they would narrow a list. */
export const readQuery = (spec: QuerySpec, parameters: ReadonlyMap<string, string>, cursors?: Cursors): ListQuery => {
  if (spec.paginated === true && spec.isOfReference !== true) requireOffered(spec, parameters);
  return read(spec, parameters, cursors);
};

const read = (spec: QuerySpec, parameters: ReadonlyMap<string, string>, cursors: Cursors | undefined): ListQuery => ({
  page: pageOf(parameters, spec.paginated === true && cursors ? readCursor(parameters, cursors) : undefined),
  isPaged: pageParameters.some((name) => parameters.has(name)),
  value: (name) => {
    const text = parameters.get(name) || undefined;
    return text && spec.choices?.[name] ? neutralWord(spec.words?.[lastPart(name)], text) : text;
  },
  sort: readSort(parameters.get('sort'), spec.sort ?? []),
  include: readInclude(parameters.get('include'), [...(spec.include ?? []), ...(spec.emptyInclude ?? [])]),
});

const pageOf = (parameters: ReadonlyMap<string, string>, cursor: Cursor | undefined): PageRequest => ({
  ...readPage(parameters),
  ...(cursor && { cursor }),
});
