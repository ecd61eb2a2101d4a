// Builds JSON:API documents, and reads values from responses.
import type { Answer } from './answer.ts';

/** Returns a JSON:API document with one resource. */
export const documentOf = (type: string, attributes: object, relationships?: object) => ({
  data: { type, attributes, ...(relationships && { relationships }) },
});

/** Returns a to-many relationship. */
export const identifiers = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ id, type })) });

/** Returns the `pagination` member of a list that has at most one page of the default size. */
export const onePage = (total: number): object => ({
  'current-page': 1,
  'page-size': 20,
  'prev-page': null,
  'next-page': null,
  'total-pages': 1,
  'total-count': total,
});

/** Returns the `detail` of each error in a response. */
export const details = ({ body }: Answer): readonly string[] =>
  body.errors.map(({ detail }: { detail?: string }) => detail ?? '');

/** Returns the JSON Pointer of each error in a response. */
export const pointers = ({ body }: Answer): readonly string[] =>
  body.errors.map(({ source }: { source?: { pointer: string } }) => source?.pointer ?? '');

/** Returns the names of the listed resources in list order. */
export const namesIn = ({ body }: Answer): readonly string[] =>
  body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);

/** Returns the ids in a relationship of the resource in a response. */
export const relatedIds = ({ body }: Answer, relationship: string): readonly string[] =>
  body.data.relationships[relationship].data.map(({ id }: { id: string }) => id);
