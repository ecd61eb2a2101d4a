import type { Page, PageRequest, Place } from '../kernel/page.ts';

const defaultSize = 20;
const maxPageSize = 100;

/** A number that is larger than can be counted is the largest one that can. */
const positive = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^\d+$/.test(text)) return undefined;
  const number = Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  return number >= 1 ? number : undefined;
};

/** Reads `page[number]` and `page[size]`; what makes no sense falls back to the default, a large size is clamped. */
export const readPage = (
  parameters: ReadonlyMap<string, string>,
  usual = defaultSize,
  maxSize = maxPageSize,
): PageRequest => ({
  number: positive(parameters.get('page[number]')) ?? 1,
  size: Math.min(positive(parameters.get('page[size]')) ?? usual, maxSize),
});

/** The pagination part of `meta`. */
export const paginationOf = ({ request, total }: Page<unknown>) => {
  const last = Math.max(1, Math.ceil(total / request.size));
  const isPastEnd = request.number > last;
  return {
    'current-page': request.number,
    'page-size': request.size,
    'prev-page': request.number === 1 ? null : isPastEnd ? last : request.number - 1,
    'next-page': request.number < last ? request.number + 1 : null,
    'total-pages': last,
    'total-count': total,
  };
};

/**
 * The links to the pages around this one: absolute, and with every other parameter as it came.
 * `query` is the request's query string without its `?`.
 */
export const pageLinks = (address: string, query: string, page: Page<unknown>) => {
  const around = paginationOf(page);
  const link = (number: number | null): string | null =>
    number === null ? null : linkTo(address, query, `page%5Bnumber%5D=${number}`);
  return {
    self: link(around['current-page']),
    first: link(1),
    prev: link(around['prev-page']),
    next: link(around['next-page']),
    last: link(around['total-pages']),
  };
};

/** Counterpart of `pageLinks` around a page at a cursor, which has no number. */
export const cursorLinks = (
  {
    url,
    query,
    cursorOf,
  }: { readonly url: string; readonly query: string; readonly cursorOf: (place: Place) => string },
  { request: { cursor }, places }: Page<unknown>,
) => {
  const link = (side: 'after' | 'before', place: Place | null | undefined): string | null =>
    place ? linkTo(url, query, `page%5B${side}%5D=${cursorOf(place)}`) : null;
  return {
    self: link(cursor?.side ?? 'after', cursor?.place),
    first: linkTo(url, query),
    prev: link('before', places?.before),
    next: link('after', places?.after),
    last: null,
  };
};

/** A link to another page: every other parameter stays as it came. */
const linkTo = (address: string, query: string, ...place: readonly string[]): string => {
  const others = query
    .split('&')
    .filter((part) => part !== '' && !/^page(\[|%5b)(number|after|before)(\]|%5d)(=|$)/i.test(part));
  const parameters = [...others, ...place];
  return parameters.length === 0 ? address : `${address}?${parameters.join('&')}`;
};
