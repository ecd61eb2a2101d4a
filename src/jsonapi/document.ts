import { type TSchema, Type } from 'typebox';
import type { Page, Place } from '../kernel/page.ts';
import { keysOf } from '../lib/functions/records.ts';
import { cursorLinks, pageLinks, paginationOf } from './page.ts';
import { withPrefix, withPrefixes } from './path-prefix.ts';
import { problemCodes } from './problem-codes.ts';
import type { ResourceObject } from './resource.ts';
import { Exactly, Nullable } from './schema.ts';

/** Address of a request, for links that lead around it. */
export interface Address {
  /** Absolute, without the query. */
  readonly url: string;
  /** The query string as it came, without `?`. */
  readonly query: string;
  /** The path before each path of the service: see `pathPrefixOf`. */
  readonly pathPrefix: string;
}

/** The address of a list, and how it writes the places of its rows for clients. */
export interface ListAddress extends Address {
  readonly cursorOf: (place: Place) => string;
}

/** Members of a document beside its data. */
interface Beside {
  /** Present exactly when the request included something. */
  readonly included: readonly ResourceObject[] | undefined;
  readonly meta?: object | undefined;
}

/** A document with one resource. */
export const documentOf = (data: ResourceObject, { pathPrefix }: Address, { included, meta }: Beside): object => ({
  data: withPrefix(pathPrefix, data),
  ...(included !== undefined && { included: withPrefixes(pathPrefix, included) }),
  ...(meta !== undefined && { meta }),
});

/** A document with a whole list. */
export const wholeOf = (data: readonly ResourceObject[], { pathPrefix }: Address): object => ({
  data: withPrefixes(pathPrefix, data),
});

/** A document with one page of a list. */
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

/** Values of `page[before]` and `page[after]` for the pages around this one; null where there is none. */
const cursorsOf = ({ places }: Page<unknown>, { cursorOf }: ListAddress) => ({
  before: places?.before ? cursorOf(places.before) : null,
  after: places?.after ? cursorOf(places.after) : null,
});

const included = (schemas: readonly TSchema[]) =>
  schemas.length === 0 ? {} : { included: Type.Optional(Type.Array(Type.Union([...schemas]))) };

/** The members of a `meta` by their names. */
type MetaMembers = Readonly<Record<string, TSchema>>;

/** The schema of `documentOf`'s documents; some of them have no `meta`. */
export const documentSchema = (data: TSchema, includable: readonly TSchema[], meta?: MetaMembers): TSchema =>
  Exactly({ data, ...included(includable), ...(meta && { meta: Type.Optional(Exactly(meta)) }) });

const link = Nullable(Type.String());
/** The schema of the links of a page. */
export const linksSchema = Exactly({ self: link, first: link, prev: link, next: link, last: link });
/** The schema of what a page says of its list. */
export const paginationSchema = Exactly({
  'current-page': Type.Integer(),
  'page-size': Type.Integer(),
  'prev-page': Nullable(Type.Integer()),
  'next-page': Nullable(Type.Integer()),
  'total-pages': Type.Integer(),
  'total-count': Type.Integer(),
});

/** The schema of the cursors of a page. */
export const cursorsSchema = Exactly({ before: link, after: link });

/** Absent where a cursor led to the page. */
const pageMeta = { pagination: Type.Optional(paginationSchema), cursors: cursorsSchema };
/** The schema of what most lists say of their page. */
export const pageMetaSchema = Exactly(pageMeta);

/** The schema of `collectionOf`'s documents; `meta` stands beside `pagination`. */
export const collectionSchema = (data: TSchema, includable: readonly TSchema[], meta: MetaMembers = {}): TSchema =>
  Exactly({
    data: Type.Array(data),
    ...included(includable),
    links: linksSchema,
    meta: Exactly({ ...pageMeta, ...meta }),
  });

/** The schema of documents with a whole list, or with a page of it where one was requested. */
export const wholeSchema = (data: TSchema): TSchema =>
  Exactly({
    data: Type.Array(data),
    links: Type.Optional(linksSchema),
    meta: Type.Optional(pageMetaSchema),
  });

/** The schema of every error document. */
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
