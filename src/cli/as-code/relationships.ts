// Relationships of records. Files contain the names of the related records.
import { type TSchema, Type } from 'typebox';
import { textsOf } from './model.ts';
import type { Related } from './plain-kind.ts';
import type { AttributeWrite, RecordPart } from './record-kind.ts';
import { idOf, nameOf, relateAt, relatedIds } from './wire.ts';

/** Returns the identifiers of records in an organization by their names. */
export const identifiersOf = (
  { target, path: [organization = ''] }: Pick<AttributeWrite, 'target' | 'path'>,
  to: Related,
  names: readonly string[],
) => names.map((name) => ({ id: idOf(target, to.name, [organization, name]), type: to.path }));

/** A relationship to one record. `schema` is the schema of the related record's name in files. */
export const toOne = (to: Related, schema: TSchema): RecordPart => ({
  schema,
  to: to.name,
  read: ({ area: { target }, record }, name) =>
    relatedIds(record, name).flatMap((id) => nameOf(target, to.name, id) ?? [])[0],
  content: (write) => ({
    relationships: { [write.name]: { data: identifiersOf(write, to, [String(write.after)])[0] } },
  }),
});

/**
 * A relationship to many records. Related records are removed before others are added, because a policy set cannot both
 * include and exclude the same record.
 */
export const toMany = (to: Related): RecordPart => ({
  schema: Type.Array(Type.String()),
  to: to.name,
  read: ({ area: { target }, record }, name) => {
    const names = relatedIds(record, name).flatMap((id) => nameOf(target, to.name, id) ?? []);
    return names.length === 0 ? undefined : names.sort();
  },
  content: (write) =>
    write.isNew ? { relationships: { [write.name]: { data: identifiersOf(write, to, textsOf(write.after)) } } } : {},
  leave: (write, at) => removeRelated(write, to, `${at}/relationships/${write.name}`),
  write: async (write, at) => {
    if (!write.isNew) await addRelated(write, to, `${at}/relationships/${write.name}`);
  },
});

export const addRelated = (write: AttributeWrite, to: Related, path: string): Promise<void> =>
  relateAt(write.target, 'post', path, identifiersOf(write, to, without(write.after, write.before)));

export const removeRelated = (write: AttributeWrite, to: Related, path: string): Promise<void> =>
  relateAt(write.target, 'delete', path, identifiersOf(write, to, without(write.before, write.after)));

const without = (names: unknown, others: unknown): readonly string[] => {
  const left = textsOf(others);
  return textsOf(names).filter((name) => !left.includes(name));
};
