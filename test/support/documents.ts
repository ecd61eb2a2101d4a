// JSON:API documents as clients write them, and what tests read off answers.
import type { Answer } from './answer.ts';

/** A document with one resource. */
export const documentOf = (type: string, attributes: object, relationships?: object) => ({
  data: { type, attributes, ...(relationships && { relationships }) },
});

/** The data of a to-many relationship. */
export const identifiers = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ id, type })) });

/** The `pagination` of a list that fits on one page of the usual size. */
export const onePage = (total: number): object => ({
  'current-page': 1,
  'page-size': 20,
  'prev-page': null,
  'next-page': null,
  'total-pages': 1,
  'total-count': total,
});

/** Details of the errors of a refusal. */
export const details = ({ body }: Answer): readonly string[] =>
  body.errors.map(({ detail }: { detail?: string }) => detail ?? '');

/** JSON Pointers of the errors of a refusal. */
export const pointers = ({ body }: Answer): readonly string[] =>
  body.errors.map(({ source }: { source?: { pointer: string } }) => source?.pointer ?? '');

/** The names of the resources in a list, in its order. */
export const namesIn = ({ body }: Answer): readonly string[] =>
  body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);

/** The identifiers in a relationship of the one resource that an answer shows. */
export const relatedIds = ({ body }: Answer, relationship: string): readonly string[] =>
  body.data.relationships[relationship].data.map(({ id }: { id: string }) => id);
