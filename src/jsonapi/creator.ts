// Identity of the actor that performed an action, in the form that API responses contain.
import { type Static, type TSchema, Type } from 'typebox';
import { memoize } from '../lib/functions/memoize.ts';
import type { Loading } from './include.ts';
import type { ResourceObject } from './resource.ts';
import { Exactly, Nullable } from './schema.ts';

/**
 * The name is that of the account, the team, the organization or the program. It is null if it is unknown, or if the
 * name of a team is not visible to the caller.
 */
export const creatorSchema = Exactly({
  kind: Type.String(),
  id: Nullable(Type.String()),
  username: Nullable(Type.String()),
  name: Nullable(Type.String()),
});

export type Creator = Static<typeof creatorSchema>;

/** Members of a stored identity. Older releases did not store the names of teams and organizations. */
interface StoredIdentity {
  readonly kind: string;
  readonly id?: string | null;
  readonly username?: string | null;
  readonly name?: string | null;
}

/**
 * Returns the kind, identifier and names of an identity, without its permissions. The name of a team is left out,
 * because the team may be secret. For callers who may see the team, `nameTeams` adds the name.
 */
export const creatorOf = ({ kind, id = null, username = null, name = null }: StoredIdentity): Creator => ({
  kind,
  id,
  username,
  name: username ?? (kind === 'team' ? null : name),
});

/** Members of a schema that contain other schemas. */
interface SchemaParts {
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
}

type Search = (value: unknown) => readonly Creator[];

const isCreator = (value: unknown): value is Creator => Object(value).kind !== undefined;

/** Search function for a schema without creators. */
const nowhere: Search = () => [];

/** Returns the function that finds the creators in a value of the schema. */
const searchIn: (schema: TSchema) => Search = memoize((schema: TSchema): Search => {
  if (schema === creatorSchema) return (value) => (isCreator(value) ? [value] : []);
  const { items, anyOf = [], properties = {} }: SchemaParts = schema;
  const ofItem = items === undefined ? nowhere : searchIn(items);
  if (ofItem !== nowhere) return (value) => [value ?? []].flat().flatMap(ofItem);
  const alternatives = anyOf.map(searchIn).filter((search) => search !== nowhere);
  const members = Object.entries(properties).flatMap(([name, each]): readonly Search[] => {
    const search = searchIn(each);
    return search === nowhere ? [] : [(value) => search(Reflect.get(Object(value), name))];
  });
  const searches = [...alternatives, ...members];
  return searches.length === 0 ? nowhere : (value) => searches.flatMap((search) => search(value));
});

/**
 * Adds the names of teams to the creators in resource objects of one schema, with one query. Teams that were deleted or
 * are not visible to the caller get no name.
 */
export async function nameTeams(
  objects: readonly ResourceObject[],
  schema: TSchema,
  { loaderOf, actor }: Loading,
): Promise<void> {
  const teams = objects.flatMap(searchIn(schema)).filter(({ kind, id }) => kind === 'team' && id !== null);
  if (teams.length === 0) return;
  const loaded = (await loaderOf('teams')?.([...new Set(teams.map(({ id }) => String(id)))], actor)) ?? [];
  const names = new Map(loaded.map(({ id, attributes }) => [id, String(Reflect.get(Object(attributes), 'name'))]));
  for (const team of teams) team.name = names.get(String(team.id)) ?? null;
}
