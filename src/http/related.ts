// Routes that list the related records of a to-many relationship. A list that truncates a relationship contains a link
// to such a route.
import { Type } from 'typebox';
import { collectionOf, collectionSchema } from '../jsonapi/document.ts';
import { jsonApiType } from '../jsonapi/payload.ts';
import type { Resource } from '../jsonapi/resource.ts';
import { derived } from '../jsonapi/vocabulary.ts';
import type { Linked } from '../kernel/linked.ts';
import { type Page, pageIn } from '../kernel/page.ts';
import type { Reply } from './reply.ts';
import { type Authorise, type Route, route } from './route.ts';

interface RelatedSpec<Path extends string, Subject> {
  readonly operationId: string;
  readonly summary: string;
  /** Resource type that has the relationship. The relationship's name is the last segment of the path. */
  readonly of: Resource<never>;
  readonly authorise: Authorise<Path, Subject>;
  /** Reads the complete relationship of a record. */
  readonly read: (subject: Subject) => Linked;
}

/**
 * Declares a route that returns a page of related records, sorted by identifier. Records that the caller may not read
 * are left out.
 */
export const relatedRoute = <const Path extends string, Subject>(
  path: Path,
  { operationId, summary, of, authorise, read }: RelatedSpec<Path, Subject>,
): Route =>
  route('GET', path, {
    operationId,
    summary,
    description:
      'Records are sorted by identifier. Other responses truncate a long relationship and link to this list.',
    caller: 'token',
    authorise,
    query: { paginated: true },
    reply: relatedRecords(of, path.slice(path.lastIndexOf('/') + 1)),
    handle: (_context, { subject, query }) => pageIn(read(subject).ids, query.page, (id) => id),
  });

const relatedRecords = (of: Resource<never>, relationship: string): Reply<Page<string>> =>
  derived(of, (resource) => ({
    status: 200,
    mediaType: jsonApiType,
    resource,
    relationship,
    schema: ([target = Type.Unknown()]) => collectionSchema(target, []),
    render: async (page, { loaderOf, actor, address }) => {
      const loaded = await loaderOf(resource.targets[relationship] ?? '')?.(page.rows, actor);
      const objects = (loaded ?? []).toSorted((one, other) => page.rows.indexOf(one.id) - page.rows.indexOf(other.id));
      const body = JSON.stringify(collectionOf(objects, page, address, { included: undefined }));
      return { status: 200, headers: { 'content-type': jsonApiType }, body };
    },
  }));
