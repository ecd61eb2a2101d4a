import type { Page, PagePosition, PageRequest } from '../kernel/page.ts';

const defaultSize = 20;
const maxPageSize = 100;

/** Parses a positive integer. A number beyond the largest safe integer is reduced to that integer. */
const positive = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^\d+$/.test(text)) return undefined;
  const number = Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  return number >= 1 ? number : undefined;
};

/**
 * Reads `page[number]` and `page[size]`. An invalid value is replaced by the default, and a page size above the maximum
 * by the maximum.
 */
export const readPage = (
  parameters: ReadonlyMap<string, string>,
  usual = defaultSize,
  maxSize = maxPageSize,
): PageRequest => ({
  number: positive(parameters.get('page[number]')) ?? 1,
  size: Math.min(positive(parameters.get('page[size]')) ?? usual, maxSize),
});

/** Returns the pagination information for `meta`. */
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
 * Returns absolute links to the adjacent pages. They keep all query parameters other than those of the page. `query` is
 * the query string of the request without the leading `?`.
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

/** Same as `pageLinks`, for a page that was requested by cursor and therefore has no page number. */
export const cursorLinks = (
  {
    url,
    query,
    cursorOf,
  }: { readonly url: string; readonly query: string; readonly cursorOf: (place: PagePosition) => string },
  { request: { cursor }, places }: Page<unknown>,
) => {
  const link = (side: 'after' | 'before', place: PagePosition | null | undefined): string | null =>
    place ? linkTo(url, query, `page%5B${side}%5D=${cursorOf(place)}`) : null;
  return {
    self: link(cursor?.side ?? 'after', cursor?.place),
    first: linkTo(url, query),
    prev: link('before', places?.before),
    next: link('after', places?.after),
    last: null,
  };
};

/** Returns a link to another page. It keeps all query parameters other than those of the page. */
const linkTo = (address: string, query: string, ...place: readonly string[]): string => {
  const others = query
    .split('&')
    .filter((part) => part !== '' && !/^page(\[|%5b)(number|after|before)(\]|%5d)(=|$)/i.test(part));
  const parameters = [...others, ...place];
  return parameters.length === 0 ? address : `${address}?${parameters.join('&')}`;
};
