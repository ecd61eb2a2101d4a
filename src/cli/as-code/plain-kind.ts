// A kind whose requests follow from its declaration: its entity, its path, its relationships and its other parts.
import type { TSchema } from 'typebox';
import { mapValues } from '../../lib/functions/records.ts';
import { optional } from '../client/service-client.ts';
import { type Change, sentValues } from './difference.ts';
import type { KindName, Present, Values } from './model.ts';
import type { Area, AttributeWrite, Part, RecordKind, Shown } from './record-kind.ts';
import {
  type Content,
  createAt,
  deleteAt,
  documentAt,
  idOf,
  listAt,
  patchAt,
  pathIn,
  type Query,
  registerId,
  type Target,
  textIn,
  valuesIn,
  type WireRecord,
} from './wire.ts';

type Schemas = Readonly<Record<string, TSchema>>;

interface Declaration extends Partial<Omit<RecordKind, 'name' | 'noun'>>, Pick<RecordKind, 'name' | 'noun'> {
  /** Its attributes that clients set have the same names and values in files. */
  readonly entity?: { readonly create: Schemas };
  /** Attributes besides those of the entity. */
  readonly more?: Schemas;
  /** The last parts of the path of the list, and the first ones of the path of a record. */
  readonly path: string;
  /** The type of its documents, unless it is the path. */
  readonly type?: string;
  /** The kind of the records whose lists have its own. */
  readonly within?: Related;
  /** True if a record is below the list that it is in. */
  readonly isNested?: boolean;
  readonly relationships?: Readonly<Record<string, Part>>;
  /** The own names of a record; undefined for a record that is left out. By default its attribute of the first name. */
  readonly namesOf?: (target: Target, record: WireRecord) => readonly string[] | undefined;
  /** What names a new record; by default an attribute of the first name. */
  readonly nameAs?: (target: Target, path: readonly string[]) => Content;
  /** Attributes of every new record. */
  readonly fixed?: Values;
  /** Of the list. */
  readonly query?: Query;
  /** True if a service may have no such list for the caller. */
  readonly isOptional?: boolean;
  /** True if a change names the entity tag of the record, which its own document has. */
  readonly isTagged?: boolean;
  /** Whether a person can sign in. */
  readonly isActive?: (record: WireRecord) => boolean;
}

/** A kind that others name or are within. */
export interface Related {
  readonly name: KindName;
  readonly path: string;
}

export type PlainKind = RecordKind &
  Declaration &
  Required<Pick<Declaration, 'type' | 'namesOf' | 'nameAs'>> & { readonly own: readonly string[] };

export function kind(declaration: Declaration): PlainKind {
  const { names = ['name'], isText = false, entity, more, relationships, path } = declaration;
  const [name = ''] = names;
  const own = Object.entries({ ...entity?.create, ...more }).filter(([each]) => !names.includes(each));
  const parts = { ...relationships, ...declaration.parts };
  const plain: PlainKind = {
    type: path,
    namesOf: (_, record) => [isText ? textIn(record, name).toLowerCase() : textIn(record, name)],
    nameAs: (_, own) => ({ attributes: { [name]: own.at(-1) } }),
    read: (area) => readPlain(plain, area),
    save: (target, change) => savePlain(plain, target, change),
    remove: (target, present) => deleteAt(target, pathOf(plain, target, present.path, present.id)),
    ...declaration,
    names,
    own: own.map(([each]) => each),
    parts,
    attributes: { ...Object.fromEntries(own), ...mapValues(parts, ({ schema }) => schema) },
  };
  return plain;
}

const pathOfList = ({ within, path }: PlainKind, target: Target, place: readonly string[]): string =>
  within === undefined
    ? pathIn(...path.split('/'))
    : pathIn(within.path, idOf(target, within.name, place), ...path.split('/'));

const pathOf = (kind: PlainKind, target: Target, path: readonly string[], id: string): string =>
  kind.isNested === true
    ? `${pathOfList(kind, target, path.slice(0, -1))}/${encodeURIComponent(id)}`
    : pathIn(...kind.path.split('/'), id);

/** Maximum number of records that are read at the same time. */
const atOnce = 4;

async function readPlain(kind: PlainKind, area: Area): Promise<readonly Present[]> {
  const { within, query, isOptional = false } = kind;
  const places = area.records.flatMap(({ kind: name, path }) => (name === within?.name ? [path] : []));
  const records: Present[] = [];
  for (const place of within === undefined ? [[]] : places) {
    const reading = listAt(area.target, pathOfList(kind, area.target, place), query);
    const list = isOptional ? await optional(reading) : await reading;
    if (list === undefined) continue;
    area.listed.set(kind.name, list.records);
    for (let start = 0; start < list.records.length; start += atOnce) {
      const some = list.records.slice(start, start + atOnce);
      const reads = some.map((each) => presentFrom(kind, area, place, { ...list, record: each }));
      records.push(...(await Promise.all(reads)).filter((each) => each !== undefined));
    }
  }
  return records;
}

async function presentFrom(
  kind: PlainKind,
  area: Area,
  place: readonly string[],
  { record: listed, included }: Pick<Shown, 'record' | 'included'>,
): Promise<Present | undefined> {
  const { target } = area;
  const names = kind.namesOf(target, listed);
  if (names === undefined) return undefined;
  const path = [...place, ...names];
  registerId(target, kind.name, path, listed.id);
  const { value, tag } =
    kind.isTagged === true
      ? await documentAt(target, pathOf(kind, target, path, listed.id))
      : { value: { data: listed }, tag: undefined };
  const { attributes = {} } = value.data;
  const shown: Shown = { area, record: value.data, attributes, path, included };
  const values: Record<string, unknown> = { ...valuesIn(value.data, kind.own) };
  for (const [part, { read }] of Object.entries(kind.parts)) {
    const own = await read?.(shown, part);
    if (own !== undefined) values[part] = own;
  }
  const isActive = kind.isActive?.(listed);
  return { kind: kind.name, path, id: listed.id, values, tag, ...(isActive !== undefined && { isActive }) };
}

/** The document has what it can; then the parts are written that have requests of their own. */
async function savePlain(
  kind: PlainKind,
  target: Target,
  change: Exclude<Change, { readonly action: 'delete' }>,
): Promise<void> {
  const isNew = change.action === 'create';
  const { path } = change.declared;
  const sent = sentValues(change);
  const values = { ...(isNew ? {} : change.present.values), ...change.declared.values };
  const writes = Object.entries(kind.parts).flatMap(([name, part]) => {
    const attribute = change.attributes.find((each) => each.name === name);
    if (attribute === undefined) return [];
    return [{ part, write: { target, name, path, isNew, before: attribute.before, after: sent[name], values } }];
  });
  const contents = writes.map(({ part, write }) => contentOf(part, write));
  const named = isNew ? kind.nameAs(target, path) : {};
  const attributes = {
    ...named.attributes,
    ...(isNew && kind.fixed),
    ...Object.fromEntries(Object.entries(sent).filter(([each]) => kind.own.includes(each))),
    ...Object.assign({}, ...contents.map((each) => each.attributes)),
  };
  const relationships = Object.assign({}, named.relationships, ...contents.map((each) => each.relationships));
  const content = { type: kind.type, attributes, relationships };
  const pathTo = (id: string) => pathOf(kind, target, path, id);
  const id = isNew
    ? (await createAt(target, pathOfList(kind, target, path.slice(0, -kind.names.length)), content, pathTo)).id
    : change.present.id;
  if (isNew) registerId(target, kind.name, path, id);
  else if (Object.keys(attributes).length + Object.keys(relationships).length > 0)
    await patchAt(target, pathTo(id), content, change.present.tag);
  for (const { part, write } of writes) await part.leave?.(write, pathTo(id));
  for (const { part, write } of writes) await part.write?.(write, pathTo(id));
}

function contentOf({ content, write: ownRequests }: Part, write: AttributeWrite) {
  if (content !== undefined) return content(write);
  return ownRequests === undefined ? { attributes: { [write.name]: write.after } } : {};
}
