import type { Cursor, ListRequest, PageRequest } from '../kernel/page.ts';
import { parseTimestamp } from '../kernel/parse-timestamp.ts';
import { memoizeLast } from '../lib/functions/memoize.ts';
import { visibleLine } from '../lib/text/text.ts';
import type { Cursors } from './cursor.ts';
import { invalidParameter } from './errors.ts';
import { readPage } from './page.ts';
import type { Differing, Vocabulary } from './vocabulary.ts';

/** Query parameters that a route accepts. Each list declares its own; see `db/list.ts`. */
export interface QuerySpec {
  /** Full names of the parameters, such as `q` and `search[name]`. */
  readonly parameters?: readonly string[];
  /** Accepted values, by parameter name, for parameters that do not accept every value. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  readonly sort?: readonly string[];
  /** Relationship paths that `include` accepts. Their names contain dashes. */
  readonly include?: readonly string[];
  /**
   * Relationship paths that released clients send although the service has no such records. They are accepted and
   * include nothing.
   */
  readonly emptyInclude?: readonly string[];
  readonly paginated?: boolean;
  /** Names of parameters whose unknown values match no row. Unknown values of all other parameters are refused. */
  readonly openChoices?: readonly string[];
  /** Names of parameters whose values are times. */
  readonly times?: readonly string[];
  /**
   * Whether the API reference defines the list. Such a list ignores unknown filters and searches, as the reference
   * requires. All other lists refuse unknown filters, searches and filter values, because ignoring them would return
   * more records than requested.
   */
  readonly isOfReference?: boolean;
  /** Names of accepted values in the vocabulary, by the last part of the parameter name. */
  readonly words?: Vocabulary['values'];
}

/** Parsed query parameters of a list. Values that the vocabulary renames are in the neutral vocabulary. */
export interface ListQuery extends ListRequest {
  readonly value: NonNullable<ListRequest['value']>;
  /** Whether the request has page parameters. */
  readonly isPaged: boolean;
  readonly include: readonly string[];
}

/** Translates a list's query parameters to a vocabulary. */
export function queryIn(spec: QuerySpec, { values }: Vocabulary): QuerySpec {
  const choices = Object.entries(spec.choices ?? {}).map(
    ([name, words]) => [name, words.map((word) => values[lastPart(name)]?.[word] ?? word)] as const,
  );
  return { ...spec, ...(spec.choices && { choices: Object.fromEntries(choices), words: values }) };
}

/**
 * Translates a parameter value to the neutral vocabulary. If the value is a neutral name that this vocabulary replaces,
 * the result is the replacement, which the list does not accept.
 */
const neutralWord = (words: Differing = {}, text: string): string =>
  Object.entries(words).find(([, wire]) => wire === text)?.[0] ?? words[text] ?? text;

/**
 * Parses a query string. If a parameter is repeated, its last value is used. Brackets in names may be percent-encoded.
 */
export const queryParameters = (query: string): ReadonlyMap<string, string> => {
  if (query === '') return new Map();
  return query.length > maxKeptQuery ? parsedQuery(query) : keptQuery(query);
};

const parsedQuery = (query: string): ReadonlyMap<string, string> => new Map(new URLSearchParams(query));

/**
 * Cached parser for query strings. Clients often send the same few query strings, and parsing one takes several
 * microseconds.
 */
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
    throw invalidParameter('sort', `Invalid sort parameter; it must be one of ${allowed.join(', ')}`);
  }
  return text;
};

const pageParameters = ['page[number]', 'page[size]', 'page[after]', 'page[before]'];

/**
 * Reads `page[after]` or `page[before]`. Throws 400 if the value is not a cursor of the list, or if the request has
 * another page position as well.
 */
const readCursor = (parameters: ReadonlyMap<string, string>, cursors: Cursors): Cursor | undefined => {
  const [side, other] = (['after', 'before'] as const).filter((each) => parameters.has(`page[${each}]`));
  if (side === undefined) return undefined;
  const name = `page[${side}]`;
  const beside = other !== undefined ? `page[${other}]` : 'page[number]';
  if (parameters.has(beside)) throw invalidParameter(name, `${name} cannot be combined with ${beside}`);
  const place = cursors.read(parameters.get(name) ?? '');
  if (place !== undefined) return { side, place };
  throw invalidParameter(
    name,
    `${name} is not a cursor of this list; use a cursor from meta.cursors in a response of this list`,
  );
};

const narrowing = /^(filter|search)\[/;

/**
 * Returns the declared name of a numbered filter. For example, `filter[tagged][0][key]` is declared for every index.
 */
const firstOf = (name: string): string => name.replace(/\[\d\]/, '[0]');

/** Returns the last part of a parameter name: `status` for both `filter[status]` and `filter[0][status]`. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('[') + 1, -1);

/** Throws 400 for filters and searches that the list does not support. */
function requireOffered(spec: QuerySpec, sent: ReadonlyMap<string, string>): void {
  const { parameters = [] } = spec;
  for (const [name, value] of sent) {
    if (!narrowing.test(name)) continue;
    if (parameters.includes(firstOf(name))) requireUsable(spec, name, value);
    else {
      const known = parameters.filter((each) => narrowing.test(each)).join(', ');
      const hint = known === '' ? 'the list has no filters' : `the filters are ${known}`;
      throw invalidParameter(name, `${visibleLine(name)} is not a filter of this list; ${hint}`);
    }
  }
}

function requireUsable({ choices = {}, openChoices = [], times = [] }: QuerySpec, name: string, value: string): void {
  if (value === '' || openChoices.includes(name)) return;
  const words = choices[firstOf(name)];
  if (words !== undefined && !words.includes(value))
    throw invalidParameter(name, `${name} must be one of ${words.join(', ')}`);
  if (times.includes(name) && parseTimestamp(value) === undefined)
    throw invalidParameter(name, `${name} must be a time such as 2026-01-31T12:00:00Z`);
}

/**
 * Reads the query parameters that `spec` declares. Undeclared parameters are ignored, except that lists refuse
 * undeclared filters and searches.
 */
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
