// Checks that a service supports the attributes to be sent, because a service ignores unknown attributes. The supported
// attributes are read from the service's OpenAPI description.
import { orAbsent } from '../../../client/failure.ts';
import { attributeIn, terraform, typeIn } from '../../jsonapi/vocabulary.ts';
import { NotChecked } from '../terminal/command.ts';
import type { Change } from './difference.ts';
import { kinds } from './kinds.ts';
import type { ApiTarget } from './wire.ts';

/**
 * Throws `NotChecked` if the service has no OpenAPI description, or if it would ignore an attribute in the changes. The
 * error lists every such attribute with the file and line of its first use.
 */
export async function requireKnownAttributes({ client, url }: ApiTarget, changes: readonly Change[]): Promise<void> {
  const description = await orAbsent(client.untyped.answer({ method: 'get', path: '/api/v2/openapi.json' }));
  if (description === undefined)
    throw new NotChecked(
      `${url} has no API description at /api/v2/openapi.json, so attributes that the service does not support cannot be detected: upgrade the service.`,
    );
  const taken = namesByType(description.document);
  const unknown = changes.flatMap((change) => unknownIn(change, taken));
  const problems = [...Map.groupBy(unknown, ({ noun, name }) => `${noun} ${name}`).values()].map(
    ([{ place, noun, name } = nothing]) =>
      `${place}: ${url} does not support the attribute ${name} (${noun}), because the service is older than this version of tipstaff: upgrade the service, or leave out ${name}.`,
  );
  if (problems.length > 0) throw new NotChecked(...problems);
}

const nothing = { place: '', noun: '', name: '' };

/** Names of the attributes and relationships that the service accepts, by JSON:API document type. */
type TakenNames = ReadonlyMap<string, ReadonlySet<string>>;

function unknownIn(change: Change, taken: TakenNames): readonly (typeof nothing)[] {
  if (change.action === 'delete') return [];
  const { kind, path, place } = change.declared;
  const { noun, documentType, parts } = kinds[kind];
  const type = documentType?.(path);
  const known = type && (taken.get(type) ?? taken.get(typeIn(terraform, type)));
  if (!known) return [];
  return change.attributes.flatMap(({ name: attribute, after }) => {
    const { sentAs, content, write } = parts[attribute] ?? {};
    const byOwnRequests = write !== undefined && content === undefined;
    const names = sentAs?.(after) ?? (byOwnRequests ? [] : [attribute]);
    return names
      .filter((name) => !known.has(name) && !known.has(attributeIn(terraform, name)))
      .map((name) => ({ place: place.of(attribute), noun, name }));
  });
}

/** Returns the value at a path of member names. Undefined if a member is missing. */
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((each: unknown, name) => Reflect.get(Object(each), name), value);

function namesByType(description: unknown): TakenNames {
  const resolved = (schema: unknown): unknown => {
    const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(at(schema, '$ref'))) ?? [];
    return name === undefined ? schema : at(description, 'components', 'schemas', name);
  };
  const namesIn = (schema: unknown): readonly string[] => {
    const { properties, items, anyOf } = Object(resolved(schema));
    const members = Object.entries(Object(properties));
    const inner = [members.map(([, member]) => member), items ?? [], anyOf ?? []].flat();
    return [...members.map(([name]) => name), ...inner.flatMap(namesIn)];
  };
  const operations = Object.values(Object(at(description, 'paths'))).flatMap((path) => Object.values(Object(path)));
  const names = new Map<string, Set<string>>();
  for (const operation of operations) {
    const body = resolved(at(operation, 'requestBody', 'content', 'application/vnd.api+json', 'schema'));
    const data = resolved(at(body, 'properties', 'data'));
    const { const: only, enum: some } = Object(resolved(at(data, 'properties', 'type')));
    for (const type of [only ?? [], some ?? []].flat())
      names.set(type, new Set([...(names.get(type) ?? []), ...namesIn(data)]));
  }
  return names;
}
