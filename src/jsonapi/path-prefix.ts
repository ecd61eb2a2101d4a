// Links of a service whose paths have a prefix, which a proxy removes from requests.
import { mapValues } from '../lib/functions/records.ts';
import type { ResourceObject } from './resource.ts';

/** The object, with the prefix before the path of each of its links. */
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

/** Several at once. */
export const withPrefixes = (prefix: string, objects: readonly ResourceObject[]): readonly ResourceObject[] =>
  prefix === '' ? objects : objects.map((object) => withPrefix(prefix, object));
