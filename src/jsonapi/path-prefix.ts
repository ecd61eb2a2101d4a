// Adds the path prefix to links. A reverse proxy removes the prefix from requests, so links in responses must contain
// it again.
import { mapValues } from '../lib/functions/records.ts';
import type { ResourceObject } from './resource.ts';

/** Adds the path prefix to all links of a resource object. */
export function withPrefix(prefix: string, object: ResourceObject): ResourceObject {
  if (prefix === '') return object;
  const { links, relationships } = object;
  const prefixed = (link: string): string => (link.startsWith('/') ? prefix + link : link);
  return {
    ...object,
    links: links && mapValues(links, (link) => link && prefixed(link)),
    relationships:
      relationships &&
      mapValues(relationships, (each) =>
        each.links === undefined ? each : { ...each, links: { related: prefixed(each.links.related) } },
      ),
  };
}

/** Same as `withPrefix`, for several resource objects. */
export const withPrefixes = (prefix: string, objects: readonly ResourceObject[]): readonly ResourceObject[] =>
  prefix === '' ? objects : objects.map((object) => withPrefix(prefix, object));
