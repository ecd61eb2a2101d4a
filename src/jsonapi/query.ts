import type { Cursor, PageRequest } from '../kernel/page.ts';
import { parseTimestamp } from '../kernel/parse-timestamp.ts';
import { isStorable, visibleLine } from '../lib/text/text.ts';
import type { Cursors } from './cursor.ts';
import { invalidParameter } from './errors.ts';
import { readPage } from './page.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Query parameters that a list offers; each name is one parameter, such as `search[name]`. */
export interface QuerySpec {
  readonly search?: readonly string[];
  readonly filter?: readonly string[];
  /** The values that some filters know, by the names of the filters. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  readonly sort?: readonly string[];
  /** Parameters outside the families, such as `q`. */
  readonly plain?: readonly string[];
  /** Paths of relationships, in the spelling of the wire (`-`). */
  readonly include?: readonly string[];
  readonly paginated?: boolean;
  /** Filters whose unknown values match nothing, where those of others are refused. */
  readonly openFilters?: readonly string[];
  /**
   * A filter or a search that a list does not offer is refused, and so is a value that a filter does not know: ignored, it would
   * answer more than was wanted. Lists of the reference ignore it.
   */
  readonly isOfReference?: boolean;
}

/** A list's parameters as they came, read and bounded. */
export interface ListQuery {
  readonly page: PageRequest;
  /** True if the request names a page. */
  readonly isPaged: boolean;
  /** The value of a search, filter or plain parameter by its wire name; absent and empty are the same. */
  readonly value: (name: string) => string | undefined;
  readonly sort: string | undefined;
  readonly include: readonly string[];
}

/** The parameters of a list in a vocabulary. */
export function queryIn(spec: QuerySpec, { values }: Vocabulary): QuerySpec {
  const choices = Object.entries(spec.choices ?? {}).map(
    ([name, words]) => [name, words.map((word) => values[name]?.[word] ?? word)] as const,
  );
  return { ...spec, ...(spec.choices && { choices: Object.fromEntries(choices) }) };
}

const maxSearchLength = 255;

/** The last value of each parameter of a query string, brackets raw or encoded. */
export const queryParameters = (query: string): ReadonlyMap<string, string> =>
  query === '' ? new Map() : new Map(new URLSearchParams(query));

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

/** True if no row contains a text: it is over-long, cannot be stored, or stands for bytes that were no UTF-8. */
const unmatchable = (text: string): boolean =>
  text.length > maxSearchLength || !isStorable(text) || text.includes('\uFFFD');

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

const times = ['since', 'until'];

/** 400 for what would narrow the list in a way that it does not know. */
function requireOffered(spec: QuerySpec, parameters: ReadonlyMap<string, string>): void {
  const { search = [], filter = [], plain = [] } = spec;
  const offered = [...filter.map((name) => `filter[${name}]`), ...search.map((name) => `search[${name}]`), ...plain];
  for (const [name, value] of parameters) {
    if (!narrowing.test(name)) continue;
    if (offered.includes(firstOf(name))) requireUsable(spec, name, value);
    else {
      const known = offered.filter((each) => narrowing.test(each)).join(', ');
      const hint = known === '' ? 'it has none' : `it has ${known}`;
      throw invalidParameter(name, `${visibleLine(name)} is no filter of this list; ${hint}`);
    }
  }
}

function requireUsable({ choices = {}, openFilters = [] }: QuerySpec, name: string, value: string): void {
  const part = lastPart(name);
  if (value === '' || openFilters.includes(part)) return;
  const words = choices[part];
  if (words !== undefined && !words.includes(value)) throw invalidParameter(name, `${name} can be ${words.join(', ')}`);
  if (times.includes(part) && parseTimestamp(value) === undefined)
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
    const text = parameters.get(name);
    return text === '' ? undefined : text;
  },
  sort: readSort(parameters.get('sort'), spec.sort ?? []),
  include: readInclude(parameters.get('include'), spec.include ?? []),
});

const pageOf = (parameters: ReadonlyMap<string, string>, cursor: Cursor | undefined): PageRequest => ({
  ...readPage(parameters),
  ...(cursor && { cursor }),
});

/** The parts of a comma-separated value that can match anything, trimmed; a value without parts is no filter. */
export const listedIn = (value: string | undefined): readonly string[] | undefined => {
  const parts = (value ?? '').split(',').flatMap((part) => part.trim() || []);
  return parts.length === 0 ? undefined : parts.filter((part) => !unmatchable(part));
};

/** True if any row could match these words: over-long words and characters that cannot be stored match nothing. */
export const canMatch = (...words: readonly (string | undefined)[]): boolean =>
  words.every((word) => word === undefined || !unmatchable(word));
