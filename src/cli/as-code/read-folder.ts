// Reads the declarations in a folder. All errors are reported together, each with its file and line.
import { type Dirent, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type TSchema, Type } from 'typebox';
import { errorCode } from '../../lib/errors/error-code.ts';
import { entriesBelow } from '../../lib/files/folder-entries.ts';
import { readRegularFile } from '../../lib/files/regular-file.ts';
import { memoize } from '../../lib/functions/memoize.ts';
import { recordOf } from '../../lib/functions/records.ts';
import { readFolderFiles } from '../policy-folder/folder-files.ts';
import type { Files } from '../policy-service/service-folder.ts';
import { NotChecked, type Terminal } from '../terminal/command.ts';
import { unreadable } from '../terminal/file.ts';
import { maxFileSize } from '../terminal/plain-file.ts';
import { kinds } from './kinds.ts';
import * as layout from './layout.ts';
import { type DeclaredRecord, type KindName, keyOf, type RecordName, type RecordValues } from './model.ts';
import type { RecordKind } from './record-kind.ts';
import { groups } from './records/site.ts';
import { type SecretSource, secretFrom } from './secrets.ts';
import {
  elementsOf,
  mappingOf,
  namedEntry,
  startReading,
  valuesOf,
  type YamlMapping,
  type YamlReading,
} from './yaml-file.ts';

/** Declarations read from a folder. */
export interface DeclaredFolder {
  readonly records: readonly DeclaredRecord[];
  /**
   * Keys of the lists that the files contain. A key consists of the resource type and the names of the parent records.
   * Only records in these lists can be deleted.
   */
  readonly lists: ReadonlySet<string>;
  readonly organizations: readonly string[];
  readonly hasSite: boolean;
}

export const listKey = (kind: KindName, path: readonly string[]): string => keyOf({ kind, path });

/** Reads the declarations in a folder. Throws `NotChecked` with every error found. */
export const readFolder = (folder: string, terminal: Terminal): Promise<DeclaredFolder> =>
  new FolderReader(folder, terminal).read();

class FolderReader {
  readonly #folder: string;
  readonly #secrets: SecretSource;
  readonly #faults: string[] = [];
  readonly #records = new Map<string, DeclaredRecord>();
  readonly #lists = new Set<string>();
  readonly #organizations: string[] = [];

  constructor(folder: string, { environment }: Terminal) {
    this.#folder = folder;
    this.#secrets = { environment, folder };
  }

  async read(): Promise<DeclaredFolder> {
    const folders = await this.#organizationFolders();
    const hasSite = await this.#readFile(layout.siteFile, '', []);
    for (const name of await this.#namesLikeSite())
      this.#faults.push(`${join(this.#folder, name)} is not read: rename it to ${layout.siteFile.name}.`);
    for (const name of folders) await this.#readOrganization(name);
    if (!hasSite && folders.length === 0 && this.#faults.length === 0) {
      const example = `${layout.organizationsFolder}/NAME/${layout.organizationFile.name}`;
      throw new NotChecked(
        `${this.#folder} has neither ${layout.siteFile.name} nor ${example}: run "tipstaff export ${this.#folder}" to write these files.`,
      );
    }
    if (this.#faults.length > 0) throw new NotChecked(...new Set(this.#faults));
    return { records: [...this.#records.values()], lists: this.#lists, organizations: this.#organizations, hasSite };
  }

  /**
   * File names that are probably misspellings of the site file's name. Other files are ignored, because the folder may
   * be the root of a repository.
   */
  async #namesLikeSite(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => name !== layout.siteFile.name && /^site\.ya?ml$/i.test(name));
  }

  /**
   * Names of the organizations in the folder. Empty folders are ignored, because an export leaves an empty folder for a
   * deleted organization.
   */
  async #organizationFolders(): Promise<readonly string[]> {
    const path = join(this.#folder, layout.organizationsFolder);
    const entries = await entriesBelow(path).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw unreadable(path, error);
    });
    const files = entries
      .filter((each) => !each.isDirectory())
      .map((entry) => ({ entry, parts: relative(path, join(entry.parentPath, entry.name)).split(sep) }));
    for (const { entry, parts } of files) this.#refuseUnread(entry, parts);
    const names = files.flatMap(({ parts }) => parts.slice(0, -1).slice(0, 1));
    return [...new Set(names)].filter((name) => !name.startsWith('.')).sort();
  }

  /**
   * Reports a file that looks like a declaration but is not read. `parts` is its path relative to the organizations
   * folder.
   */
  #refuseUnread(entry: Dirent, parts: readonly string[]): void {
    const [place, name = ''] = [join(entry.parentPath, entry.name), parts.at(-1)];
    const isHidden = parts.some((part) => part.startsWith('.'));
    if (isHidden || parts.length > 2) return;
    if (parts.length === 1 && entry.isSymbolicLink())
      this.#faults.push(`${place} is a symbolic link: replace it with the folder itself.`);
    else if (/\.ya?ml$/i.test(name) && (parts.length === 1 || !organizationFileNames.includes(name)))
      this.#faults.push(
        `${place} is not read: the folder of an organization can only contain the files ${organizationFileNames.join(', ')}.`,
      );
  }

  #text(path: string, isOptional = false): string | undefined {
    const file = readRegularFile(path, maxFileSize);
    if ('bytes' in file) {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
      if (Buffer.from(text).equals(file.bytes)) return text;
      this.#faults.push(`${path}: the file is not UTF-8; save the file as UTF-8.`);
    } else if (!file.isAbsent || !isOptional) this.#faults.push(`${path}: ${file.fault}.`);
    return undefined;
  }

  async #readOrganization(name: string): Promise<void> {
    const folder = `${layout.organizationsFolder}/${name}`;
    if (!/^[A-Za-z0-9_-]{1,255}$/.test(name)) {
      this.#faults.push(
        `${join(this.#folder, folder)}: the name of this folder is not valid for an organization: rename or remove the folder.`,
      );
      return;
    }
    let hasFile = false;
    for (const file of layout.organizationFiles) hasFile = (await this.#readFile(file, folder, [name])) || hasFile;
    if (hasFile) this.#organizations.push(name);
    else this.#faults.push(`${join(this.#folder, folder)} has none of the files ${organizationFileNames.join(', ')}.`);
  }

  /** Reads a file in the folder. Returns false if the file does not exist. */
  async #readFile(
    { name, root, lists }: layout.DeclarationFile,
    folder: string,
    path: readonly string[],
  ): Promise<boolean> {
    const place = join(this.#folder, folder, name);
    const text = this.#text(place, true);
    if (text === undefined) return false;
    const reading = startReading({ name: place, text }, (fault) => this.#faults.push(fault));
    const isSite = name === layout.siteFile.name;
    const schemas = root === undefined ? {} : kinds[root].attributes;
    const keys = [...(isSite ? ['settings'] : []), ...Object.keys(schemas), ...lists.map(keyOfList)];
    const file = reading && mappingOf(reading, reading.file.contents, keys);
    if (reading === undefined || file === undefined) return true;
    const values = valuesOf(reading, file, schemas);
    const isThere = path.length > 0 || Object.keys(values).length > 0;
    if (root !== undefined && isThere) this.#add(reading, file, { kind: root, path }, values);
    if (isSite) this.#readSettings(reading, file);
    for (const kind of lists) await this.#readList(reading, file, kind, path);
    return true;
  }

  #readSettings(reading: YamlReading, site: YamlMapping): void {
    const settings = site.nodes.get('settings');
    const known = groups.map(({ id }) => id);
    const byGroup = settings === undefined ? undefined : mappingOf(reading, settings, known);
    for (const { id, schemas, secrets } of groups) {
      const node = byGroup?.nodes.get(id);
      const group = node === undefined ? undefined : mappingOf(reading, node, Object.keys(schemas));
      if (group === undefined) continue;
      const values = valuesOf(reading, group, schemas);
      const own = Object.entries(values).map(([name, value]) => [
        name,
        secrets.includes(name) ? this.#secretIn(reading, group, name, value) : value,
      ]);
      this.#add(reading, group, { kind: 'settings', path: [id] }, Object.fromEntries(own));
    }
  }

  /** Reads a list of records and the lists nested in them. */
  async #readList(reading: YamlReading, within: YamlMapping, name: KindName, path: readonly string[]): Promise<void> {
    const key = keyOfList(name);
    const node = within.nodes.get(key);
    if (node === undefined) return;
    this.#lists.add(listKey(name, path));
    const lists = layout.listsWithin(name);
    for (const element of elementsOf(reading, node, key)) {
      const named = namedEntry(reading, element, kinds[name], lists.map(keyOfList));
      if (named === undefined) continue;
      const record: RecordName = { kind: name, path: [...path, ...named.names] };
      const values = await this.#valuesOf(reading, named.entry, record);
      if (!this.#add(reading, named.entry, record, values)) continue;
      for (const list of lists) await this.#readList(reading, named.entry, list, record.path);
    }
  }

  /** Returns the attribute values of a record, with references to secrets and files replaced by their contents. */
  async #valuesOf(
    reading: YamlReading,
    entry: YamlMapping,
    { kind, path: [organization = ''] }: RecordName,
  ): Promise<RecordValues> {
    const values = valuesOf(reading, entry, schemasOf(kinds[kind]));
    const own: Record<string, unknown> = { ...values };
    for (const [name, { comparable, isSecret, stored }] of Object.entries(kinds[kind].parts)) {
      const value = values[name];
      if (value === undefined) continue;
      own[name] = comparable?.(value) ?? value;
      if (isSecret?.(values) === true) own[name] = this.#secretIn(reading, entry, name, value);
      const path = stored && this.#pathIn(reading, entry.nodes.get(name), organization, String(value));
      if (path !== undefined)
        own[name] = await (stored?.hasMany
          ? this.#filesAt(path, entry.place.of(name), organization)
          : this.#text(path));
    }
    return own;
  }

  #secretIn(reading: YamlReading, { nodes }: YamlMapping, name: string, value: unknown): unknown {
    if (typeof value !== 'string') return value;
    const secret = secretFrom(value, this.#secrets);
    if (typeof secret === 'string') reading.fault(nodes.get(name), `${name} ${secret}`);
    return secret;
  }

  async #filesAt(path: string, place: string, organization: string): Promise<Files> {
    try {
      const files = await filesIn(path);
      const folder = join(this.#folder, layout.organizationsFolder, organization);
      const outside = Object.keys(files).filter((name) => !isBelow(folder, join(path, name)));
      for (const name of outside)
        this.#faults.push(`${place}: ${join(path, name)} is not in the folder of the organization.`);
      return files;
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error;
      this.#faults.push(...error.problems.map(({ detail }) => `${place}: ${detail}`));
      return {};
    }
  }

  /**
   * Returns a path in the organization's folder. If the path leads out of the folder, reports an error and returns
   * undefined.
   */
  #pathIn({ fault }: YamlReading, node: unknown, organization: string, path: string): string | undefined {
    const isInside = path.split('/').every((part) => !['', '.', '..'].includes(part) && !part.includes('\\'));
    const folder = join(this.#folder, layout.organizationsFolder, organization);
    if (isInside && isBelow(folder, join(folder, path))) return join(folder, path);
    fault(node, `${path.slice(0, 80)} is not in the folder of the organization`);
    return undefined;
  }

  /** Adds a record. If the record is already declared, reports an error and returns false. */
  #add(reading: YamlReading, { node, place }: YamlMapping, name: RecordName, values: RecordValues): boolean {
    const key = keyOf(name);
    const other = this.#records.get(key);
    if (other !== undefined) {
      const last = name.path.at(-1) ?? '';
      reading.fault(node, `the ${kinds[name.kind].noun} ${last} is declared twice, first at ${other.place.text}`);
      return false;
    }
    this.#records.set(key, { ...name, values, place });
    return true;
  }
}

/** Whether a path is in the folder after symbolic links are resolved. Also true for a path that does not exist. */
function isBelow(folder: string, path: string): boolean {
  try {
    return !relative(realpathSync(folder), realpathSync(path)).split(sep).includes('..');
  } catch {
    return true;
  }
}

/**
 * If the value of an attribute is stored in a separate file or folder, the list of records contains the path instead of
 * the value.
 */
const schemasOf = memoize(({ attributes, parts }: RecordKind) =>
  recordOf<Readonly<Record<string, TSchema>>>(Object.keys(attributes), (name) =>
    parts[name]?.stored === undefined ? attributes[name] : Type.String(),
  ),
);

const organizationFileNames = layout.organizationFiles.map(({ name }) => name);

const keyOfList = (kind: KindName): string => kinds[kind].list ?? '';

/** Returns the files of a folder that make up a policy set version. */
export async function filesIn(path: string): Promise<Files> {
  const { lists, sources, data } = await readFolderFiles(path);
  return {
    ...sources,
    ...Object.fromEntries(data.map(({ file, text }) => [file, text])),
    ...Object.fromEntries(lists.map(({ name, text }) => [name, text])),
  };
}
