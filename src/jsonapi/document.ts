import { type TSchema, Type } from 'typebox';
import type { Page } from '../lib/page.ts';
import { pageLinks, paginationOf } from './page.ts';
import type { ResourceObject } from './resource.ts';
import { Exactly, Nullable } from './schema.ts';

/** Where a request was made to, for links that lead around it. */
export interface Address {
  /** Absolute, without the query. */
  readonly url: string;
  /** The query string as it came, without `?`. */
  readonly query: string;
}

/** A document with one resource; `included` is there exactly when something was asked to be. */
export const documentOf = (data: ResourceObject, included: readonly ResourceObject[] | undefined): object =>
  included === undefined ? { data } : { data, included };

/** A document with one page of a list. */
export const collectionOf = (
  data: readonly ResourceObject[],
  page: Page<unknown>,
  address: Address,
  included: readonly ResourceObject[] | undefined,
): object => ({
  data,
  ...(included !== undefined && { included }),
  links: pageLinks(address.url, address.query, page),
  meta: { pagination: paginationOf(page) },
});

const included = (schemas: readonly TSchema[]) =>
  schemas.length === 0 ? {} : { included: Type.Optional(Type.Array(Type.Union([...schemas]))) };

/** The schema of `documentOf`'s documents. */
export const documentSchema = (data: TSchema, includable: readonly TSchema[]): TSchema =>
  Exactly({ data, ...included(includable) });

const link = Nullable(Type.String());
const paginated = {
  links: Exactly({ self: link, first: link, prev: link, next: link, last: link }),
  meta: Exactly({
    pagination: Exactly({
      'current-page': Type.Integer(),
      'page-size': Type.Integer(),
      'prev-page': Nullable(Type.Integer()),
      'next-page': Nullable(Type.Integer()),
      'total-pages': Type.Integer(),
      'total-count': Type.Integer(),
    }),
  }),
};

/** The schema of `collectionOf`'s documents. */
export const collectionSchema = (data: TSchema, includable: readonly TSchema[]): TSchema =>
  Exactly({ data: Type.Array(data), ...included(includable), ...paginated });

/** The schema of every error document. */
export const errorSchema: TSchema = Exactly({
  errors: Type.Array(
    Type.Object(
      {
        status: Type.String(),
        title: Type.String(),
        detail: Type.Optional(Type.String()),
        source: Type.Optional(Type.Union([Exactly({ pointer: Type.String() }), Exactly({ parameter: Type.String() })])),
      },
      { additionalProperties: false },
    ),
    { minItems: 1 },
  ),
});
