// Builds the API requests for a resource type from a declaration of its schema, path, relationships and special
// attributes.
import type { TSchema } from 'typebox';
import { orAbsent } from '../../../client/failure.ts';
import { pathPart } from '../../../client/request.ts';
import { mapValues } from '../../lib/functions/records.ts';
import { type Change, sentValues } from './difference.ts';
import type { KindName, Present, RecordValues } from './model.ts';
import type { Area, AttributeWrite, RecordKind, RecordPart, ShownRecord } from './record-kind.ts';
import {
  type ApiTarget,
  type Content,
  createAt,
  deleteAt,
  documentAt,
  idOf,
  listAt,
  patchAt,
  pathIn,
  type QueryParameters,
  registerId,
  textIn,
  valuesIn,
  type WireRecord,
} from './wire.ts';

type Schemas = Readonly<Record<string, TSchema>>;

interface Declaration extends Partial<Omit<RecordKind, 'name' | 'noun'>>, Pick<RecordKind, 'name' | 'noun'> {
  /** Entity whose writable attributes have the same names and values in files as in the API. */
  readonly entity?: { readonly create: Schemas };
  /** Additional attributes that have the same names and values in files as in the API. */
  readonly more?: Schemas;
  /** Last segments of the list's URL path. They are also the first segments after `/api/v2` of a record's URL path. */
  readonly path: string;
  /** JSON:API type of the request documents, if it differs from `path`. */
  readonly type?: string;
  /** Type of the parent record that each list belongs to; undefined for lists of the site. */
  readonly within?: PlainKind;
  /** Whether the URL path of a record begins with the URL path of its list. */
  readonly isNested?: boolean;
  readonly relationships?: Readonly<Record<string, RecordPart>>;
  /**
   * Returns the names that identify a record in its list; undefined if the record must be ignored. By default, the only
   * name is the value of the attribute that `names` lists first.
   */
  readonly namesOf?: (target: ApiTarget, record: WireRecord) => readonly string[] | undefined;
  /**
   * Returns the document members that contain the name of a new record. By default, this is the attribute that `names`
   * lists first.
   */
  readonly nameAs?: (target: ApiTarget, path: readonly string[]) => Content;
  /** Attribute values that are sent with every new record. */
  readonly fixed?: RecordValues;
  /** Query parameters of the list request. */
  readonly query?: QueryParameters;
  /** Whether a 404 response to the list request means that the list is empty. */
  readonly isOptional?: boolean;
  /** Whether each record is read individually, to get its entity tag for later changes. */
  readonly isTagged?: boolean;
  /** Returns whether the person that the record represents can sign in. */
  readonly isActive?: (record: WireRecord) => boolean;
}

/** A resource type that other types refer to. */
export interface Related {
  readonly name: KindName;
  readonly path: string;
}

export type PlainKind = RecordKind &
  Declaration &
  Required<Pick<Declaration, 'type' | 'namesOf' | 'nameAs'>> & { readonly own: readonly string[] };

/** Defines a resource type. Functions in the declaration replace the default functions. */
export function kind(declaration: Declaration): PlainKind {
  const { names = ['name'], isText = false, entity, more, relationships, path } = declaration;
  const [name = ''] = names;
  const own = Object.entries({ ...entity?.create, ...more }).filter(([each]) => !names.includes(each));
  const parts = { ...relationships, ...declaration.parts };
  const plain: PlainKind = {
    type: path,
    namesOf: (_, record) => [isText ? textIn(record, name).toLowerCase() : textIn(record, name)],
    nameAs: (_, recordPath) => ({ attributes: { [name]: recordPath.at(-1) } }),
    read: (area) => readPlain(plain, area),
    save: (target, change) => savePlain(plain, target, change),
    documentType: () => plain.type,
    remove: (target, present) => deleteAt(target, pathOf(plain, target, present.path, present.id)),
    ...declaration,
    names,
    own: own.map(([each]) => each),
    parts,
    attributes: { ...Object.fromEntries(own), ...mapValues(parts, ({ schema }) => schema) },
  };
  return plain;
}

const pathOfList = ({ within, path }: PlainKind, target: ApiTarget, place: readonly string[]): string =>
  within === undefined
    ? pathIn(...path.split('/'))
    : [pathOf(within, target, place, idOf(target, within.name, place)), ...path.split('/').map(pathPart)].join('/');

const pathOf = (kind: PlainKind, target: ApiTarget, path: readonly string[], id: string): string =>
  kind.isNested === true
    ? `${pathOfList(kind, target, path.slice(0, -1))}/${pathPart(id)}`
    : pathIn(...kind.path.split('/'), id);

/** Maximum number of records read concurrently. */
const atOnce = 4;

async function readPlain(kind: PlainKind, area: Area): Promise<readonly Present[]> {
  const { within, query, isOptional = false } = kind;
  const places = area.records.flatMap(({ kind: name, path }) => (name === within?.name ? [path] : []));
  const records: Present[] = [];
  for (const place of within === undefined ? [[]] : places) {
    const reading = listAt(area.target, pathOfList(kind, area.target, place), query);
    const list = isOptional ? await orAbsent(reading) : await reading;
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

/** Returns a listed record with its attribute values. Undefined if the record must be ignored. */
export async function presentFrom(
  kind: PlainKind,
  area: Area,
  place: readonly string[],
  { record: listed, included }: Pick<ShownRecord, 'record' | 'included'>,
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
  const shown: ShownRecord = { area, record: value.data, attributes, path, included };
  const values: Record<string, unknown> = { ...valuesIn(value.data, kind.own) };
  for (const [part, { read }] of Object.entries(kind.parts)) {
    const own = await read?.(shown, part);
    if (own !== undefined) values[part] = own;
  }
  const isActive = kind.isActive?.(listed);
  return { kind: kind.name, path, id: listed.id, values, tag, ...(isActive !== undefined && { isActive }) };
}

/**
 * Creates or changes a record with one document, then sends the additional requests for attributes that the document
 * cannot contain.
 */
async function savePlain(
  kind: PlainKind,
  target: ApiTarget,
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

function contentOf({ content, write: ownRequests }: RecordPart, write: AttributeWrite) {
  if (content !== undefined) return content(write);
  return ownRequests === undefined ? { attributes: { [write.name]: write.after } } : {};
}
