import { type TSchema, Type } from 'typebox';
import type { Page, PagePosition } from '../kernel/page.ts';
import { keysOf } from '../lib/functions/records.ts';
import { cursorLinks, pageLinks, paginationOf } from './page.ts';
import { withPrefix, withPrefixes } from './path-prefix.ts';
import { problemCodes } from './problem-codes.ts';
import type { ResourceObject } from './resource.ts';
import { Exactly, Nullable } from './schema.ts';

/** URL of a request, from which the links to other pages are created. */
export interface Address {
  /** Absolute URL without the query string. */
  readonly url: string;
  /** Query string as received, without the leading `?`. */
  readonly query: string;
  /** Path prefix of the service; see `pathPrefixOf`. */
  readonly pathPrefix: string;
}

/** URL of a request for a list, and the function that writes the cursor of a row. */
export interface ListAddress extends Address {
  readonly cursorOf: (place: PagePosition) => string;
}

/** Members of a document in addition to `data`. */
interface Beside {
  /** Included resources. Undefined if the request has no `include` parameter. */
  readonly included: readonly ResourceObject[] | undefined;
  readonly meta?: object | undefined;
}

/** Returns a document with one resource. */
export const documentOf = (data: ResourceObject, { pathPrefix }: Address, { included, meta }: Beside): object => ({
  data: withPrefix(pathPrefix, data),
  ...(included !== undefined && { included: withPrefixes(pathPrefix, included) }),
  ...(meta !== undefined && { meta }),
});

/** Returns a document with a complete list. */
export const wholeOf = (data: readonly ResourceObject[], { pathPrefix }: Address): object => ({
  data: withPrefixes(pathPrefix, data),
});

/** Returns a document with one page of a list. */
export const collectionOf = (
  data: readonly ResourceObject[],
  page: Page<unknown>,
  address: ListAddress,
  { included, meta }: Beside,
): object => {
  const isAtCursor = page.request.cursor !== undefined;
  return {
    data: withPrefixes(address.pathPrefix, data),
    ...(included !== undefined && { included: withPrefixes(address.pathPrefix, included) }),
    links: isAtCursor ? cursorLinks(address, page) : pageLinks(address.url, address.query, page),
    meta: { ...(isAtCursor ? {} : { pagination: paginationOf(page) }), cursors: cursorsOf(page, address), ...meta },
  };
};

/** Returns the values of `page[before]` and `page[after]` for the adjacent pages; null if there is no such page. */
const cursorsOf = ({ places }: Page<unknown>, { cursorOf }: ListAddress) => ({
  before: places?.before ? cursorOf(places.before) : null,
  after: places?.after ? cursorOf(places.after) : null,
});

const included = (schemas: readonly TSchema[]) =>
  schemas.length === 0 ? {} : { included: Type.Optional(Type.Array(Type.Union([...schemas]))) };

/** Schemas for the members of `meta`, by member name. */
type MetaMembers = Readonly<Record<string, TSchema>>;

/** Schema of the documents that `documentOf` returns. Their `meta` may be absent. */
export const documentSchema = (data: TSchema, includable: readonly TSchema[], meta?: MetaMembers): TSchema =>
  Exactly({ data, ...included(includable), ...(meta && { meta: Type.Optional(Exactly(meta)) }) });

const link = Nullable(Type.String());
/** Schema of a page's links. */
export const linksSchema = Exactly({ self: link, first: link, prev: link, next: link, last: link });
/** Schema of the pagination information in `meta`. */
export const paginationSchema = Exactly({
  'current-page': Type.Integer(),
  'page-size': Type.Integer(),
  'prev-page': Nullable(Type.Integer()),
  'next-page': Nullable(Type.Integer()),
  'total-pages': Type.Integer(),
  'total-count': Type.Integer(),
});

/** Schema of a page's cursors. */
export const cursorsSchema = Exactly({ before: link, after: link });

/** Schemas for the page information in `meta`. `pagination` is absent if the page was requested by cursor. */
const pageMeta = { pagination: Type.Optional(paginationSchema), cursors: cursorsSchema };
/** Schema of the page information in the `meta` of most lists. */
export const pageMetaSchema = Exactly(pageMeta);

/**
 * Schema of the documents that `collectionOf` returns. `meta` contains the schemas of members that are returned in
 * addition to the page information.
 */
export const collectionSchema = (data: TSchema, includable: readonly TSchema[], meta: MetaMembers = {}): TSchema =>
  Exactly({
    data: Type.Array(data),
    ...included(includable),
    links: linksSchema,
    meta: Exactly({ ...pageMeta, ...meta }),
  });

/** Schema of documents with a complete list. If the request has page parameters, they contain a page of the list. */
export const wholeSchema = (data: TSchema): TSchema =>
  Exactly({
    data: Type.Array(data),
    links: Type.Optional(linksSchema),
    meta: Type.Optional(pageMetaSchema),
  });

/** Schema of all error documents. */
export const errorSchema: TSchema = Exactly({
  errors: Type.Array(
    Type.Object(
      {
        status: Type.String(),
        code: Type.Enum([...keysOf(problemCodes)]),
        title: Type.String(),
        detail: Type.Optional(Type.String()),
        source: Type.Optional(Type.Union([Exactly({ pointer: Type.String() }), Exactly({ parameter: Type.String() })])),
        meta: Type.Optional(
          Exactly({
            limit: Type.Optional(Type.Number()),
            types: Type.Optional(Type.Array(Type.String())),
            record: Type.Optional(Exactly({ type: Type.String(), id: Type.String() })),
          }),
        ),
      },
      { additionalProperties: false },
    ),
    { minItems: 1 },
  ),
});
