// Writes the records of an instance as files. Equal records always produce equal files.
import { stringify } from 'yaml';
import type { Files } from '../policy-service/service-folder.ts';
import { NotChecked } from '../terminal/command.ts';
import { freePath } from '../terminal/free-path.ts';
import { kinds } from './kinds.ts';
import * as layout from './layout.ts';
import { type KindName, type Present, siteKinds, storedSecret } from './model.ts';

/** Returns the contents of the exported files by path relative to the export folder. */
export function filesFor(records: readonly Present[]): Files {
  const organizations = records.filter(({ kind }) => kind === 'organization');
  return Object.assign({}, siteFile(records), ...organizations.map((each) => filesOfOrganization(each, records)));
}

/**
 * Records that are written into one folder, and the files in the same folder that contain their long values, such as
 * policy code.
 */
interface Folder {
  readonly records: readonly Present[];
  readonly texts: Record<string, string>;
  /** Paths that are already used by a file of this folder. */
  readonly taken: Set<string>;
}

function siteFile(records: readonly Present[]): Files {
  const folder: Folder = { records, texts: {}, taken: new Set() };
  const settings = records.filter(({ kind }) => kind === 'settings');
  if (settings.length === 0) return {};
  const groups = settings.map((each) => [each.path[0], entryOf(each, folder)]);
  const retention = records.filter(({ kind }) => kind === layout.siteFile.root).map((each) => entryOf(each, folder));
  const lists = listsOf(layout.siteFile.lists, records, folder);
  return { [layout.siteFile.name]: yaml({ settings: Object.fromEntries(groups), ...retention[0], ...lists }) };
}

function filesOfOrganization(organization: Present, all: readonly Present[]): Files {
  const name = plainName(organization.path[0] ?? '');
  const records = all.filter(({ kind, path }) => !siteKinds.includes(kind) && path[0] === name);
  const folder: Folder = { records, texts: {}, taken: new Set() };
  for (const { name: file, root, lists } of layout.organizationFiles) {
    const content = {
      ...(root !== undefined && entryOf(organization, folder)),
      ...listsOf(lists, records, folder),
    };
    if (Object.keys(content).length > 0) folder.texts[file] = yaml(content);
  }
  return Object.fromEntries(
    Object.entries(folder.texts).map(([path, text]) => [`${layout.organizationsFolder}/${name}/${path}`, text]),
  );
}

const plainName = (name: string): string => {
  if (/^[A-Za-z0-9_-]{1,255}$/.test(name)) return name;
  throw new NotChecked(
    `The service has a record with a name that cannot be a file name: ${JSON.stringify(name).slice(0, 80)}. Rename the record, and export again.`,
  );
};

/** Returns the path of a file from a policy set archive. Throws if the path leads out of the archive's folder. */
function innerPath(path: string): string {
  if (path.split('/').some((part) => ['', '.', '..'].includes(part) || part.includes('\\')))
    throw new NotChecked(
      `The service has a file at ${JSON.stringify(path).slice(0, 80)}, which leads out of the folder.`,
    );
  return path;
}

/**
 * Returns the lists of records by their key in the file. Empty lists are omitted, because a list may be empty only
 * because the token has no permission to read its records.
 */
const listsOf = (lists: readonly KindName[], records: readonly Present[], folder: Folder) =>
  Object.fromEntries(
    lists.flatMap((name) => {
      const elements = records
        .filter(({ kind }) => kind === name)
        .toSorted((one, other) => (one.path.join('\n') < other.path.join('\n') ? -1 : 1))
        .map((each) => elementOf(each, folder));
      return elements.length === 0 ? [] : [[kinds[name].list, elements] as const];
    }),
  );

function elementOf(record: Present, folder: Folder): unknown {
  const { kind, path } = record;
  const { names, naming, isText } = kinds[kind];
  if (isText === true) return path.at(-1);
  const own = path.slice(-names.length);
  const within = folder.records.filter((each) => path.every((name, index) => each.path[index] === name));
  return {
    ...(naming?.entryOf(own) ?? Object.fromEntries(names.map((name, index) => [name, own[index]]))),
    ...entryOf(record, folder),
    ...listsOf(layout.listsWithin(kind), within, folder),
  };
}

/** Returns the attributes of a record that files contain, in the order of their declaration. */
function entryOf(record: Present, folder: Folder): Readonly<Record<string, unknown>> {
  const { kind, path, values, inherited = [] } = record;
  const { attributes, parts } = kinds[kind];
  const hasValue = (name: string) => (values[name] ?? null) !== null || parts[name]?.hasInitialValue === true;
  const isWritten = (name: string) => !inherited.includes(name) && parts[name]?.isAlias !== true && hasValue(name);
  const names = Object.keys(attributes).filter(isWritten);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name] ?? null;
      const file = pathFor(record, name, folder);
      if (file !== undefined) return putFiles(folder, file, value) ? [[name, file]] : [];
      return [[name, value === storedSecret ? placeholderFor([...path, name]) : value]];
    }),
  );
}

/**
 * Path of the file or folder that holds the attribute's value. Undefined if the value is written in the list of records
 * itself.
 */
function pathFor({ kind, path, values }: Present, name: string, { taken }: Folder): string | undefined {
  const stored = kinds[kind].parts[name]?.stored;
  return stored && freePath(`${stored.folder}/${plainName(path.at(-1) ?? '')}`, stored.ending(values), taken);
}

/** Adds a text as one file at the path, or several texts as files below the path. Returns whether it added any file. */
function putFiles({ texts }: Folder, path: string, value: unknown): boolean {
  if (typeof value === 'string') texts[path] = value;
  else for (const [name, text] of Object.entries(Object(value))) texts[`${path}/${innerPath(name)}`] = String(text);
  return typeof value === 'string' || Object.keys(Object(value)).length > 0;
}

/** Reference to an environment variable that the operator must set, because a service never returns secrets. */
const placeholderFor = (path: readonly string[]): string =>
  `\${env:${['secret', ...path]
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')}}`;

const yaml = (content: object): string => stringify(content, { lineWidth: 0, blockQuote: 'literal' });
