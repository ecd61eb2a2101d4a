// Routes that list what a relationship to many leads to. Where a relationship is cut in a list, its link leads there.
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
  /** The resource that has the relationship, whose name ends the path. */
  readonly of: Resource<never>;
  readonly authorise: Authorise<Path, Subject>;
  /** Reads the relationship off a record that is shown alone, so that it is whole. */
  readonly read: (subject: Subject) => Linked;
}

/** A page of the records of a relationship, in the order of their identifiers, as far as the caller sees them. */
export const relatedRoute = <const Path extends string, Subject>(
  path: Path,
  { operationId, summary, of, authorise, read }: RelatedSpec<Path, Subject>,
): Route =>
  route('GET', path, {
    operationId,
    summary,
    description: 'In the order of identifiers. Other lists truncate a long relationship and link to this one.',
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
