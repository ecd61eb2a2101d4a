// Reads what a folder declares: all of its faults at once, each with file and line.
import { type Dirent, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type TSchema, Type } from 'typebox';
import { errorCode } from '../../lib/errors/error-code.ts';
import { entriesBelow } from '../../lib/files/folder-entries.ts';
import { readRegularFile } from '../../lib/files/regular-file.ts';
import { recordOf } from '../../lib/functions/records.ts';
import { readFolderFiles } from '../policy-folder/folder-files.ts';
import type { Files } from '../policy-service/service-folder.ts';
import { NotChecked, type Terminal } from '../terminal/command.ts';
import { unreadable } from '../terminal/file.ts';
import { maxFileSize } from '../terminal/plain-file.ts';
import { kinds } from './kinds.ts';
import * as layout from './layout.ts';
import { type Declared, type KindName, keyOf, type RecordName, type Values } from './model.ts';
import { groups } from './records/site.ts';
import { type SecretSource, secretFrom } from './secrets.ts';
import { elementsOf, type Mapping, mappingOf, type Reading, scalarText, startReading, valuesOf } from './yaml-file.ts';

/** Declarations of a folder. */
export interface DeclaredFolder {
  readonly records: readonly Declared[];
  /** Lists that are there, by kind and the names that all of their records begin with: records that they lack can be deleted. */
  readonly lists: ReadonlySet<string>;
  readonly organizations: readonly string[];
  readonly hasSite: boolean;
}

export const listKey = (kind: KindName, path: readonly string[]): string => keyOf({ kind, path });

/** Throws `NotChecked` with every fault. */
export async function readFolder(folder: string, terminal: Terminal): Promise<DeclaredFolder> {
  const reader = new FolderReader(folder, terminal);
  await reader.read();
  return reader.result();
}

class FolderReader {
  readonly #folder: string;
  readonly #secrets: SecretSource;
  readonly #faults: string[] = [];
  readonly #records = new Map<string, Declared>();
  readonly #lists = new Set<string>();
  readonly #organizations: string[] = [];
  #hasSite = false;

  constructor(folder: string, { environment }: Terminal) {
    this.#folder = folder;
    this.#secrets = { environment, folder };
  }

  result(): DeclaredFolder {
    const all = [...new Set(this.#faults)];
    if (all.length > 0) throw new NotChecked(...all);
    return {
      records: [...this.#records.values()],
      lists: this.#lists,
      organizations: this.#organizations,
      hasSite: this.#hasSite,
    };
  }

  async read(): Promise<void> {
    const homes = await this.#homes();
    this.#hasSite = this.#readYaml(layout.siteFile, (reading) => this.#readSite(reading));
    for (const name of await this.#namesLikeSite())
      this.#faults.push(`${join(this.#folder, name)} is not read: name it ${layout.siteFile}.`);
    for (const name of homes) await this.#readHome(name);
    if (!this.#hasSite && homes.length === 0 && this.#faults.length === 0) {
      const example = `${layout.homesFolder}/NAME/${layout.organizationFile}`;
      throw new NotChecked(
        `${this.#folder} has neither ${layout.siteFile} nor ${example}: "tipstaff export ${this.#folder}" writes them.`,
      );
    }
  }

  /** The folder may be that of a repository, so other files beside that of the site are nobody's fault. */
  async #namesLikeSite(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => name !== layout.siteFile && /^site\.ya?ml$/i.test(name));
  }

  /** The organizations that the folder has; an empty one is what an export has left of one that is gone. */
  async #homes(): Promise<readonly string[]> {
    const path = join(this.#folder, layout.homesFolder);
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

  /** Adds a fault for what looks like declarations and is not read; `parts` are those of its path after the folder of organizations. */
  #refuseUnread(entry: Dirent, parts: readonly string[]): void {
    const [place, name = ''] = [join(entry.parentPath, entry.name), parts.at(-1)];
    const isHidden = parts.some((part) => part.startsWith('.'));
    if (isHidden || parts.length > 2) return;
    if (parts.length === 1 && entry.isSymbolicLink())
      this.#faults.push(`${place} is a link: put the folder in its place.`);
    else if (/\.ya?ml$/i.test(name) && (parts.length === 1 || !layout.homeFiles.includes(name)))
      this.#faults.push(`${place} is not read: the files of an organization are ${layout.homeFiles.join(', ')}.`);
  }

  /** Reads a file of the folder; false where it is not there. */
  #readYaml(path: string, read: (reading: Reading) => void): boolean {
    const name = join(this.#folder, path);
    const text = this.#text(name, true);
    if (text === undefined) return false;
    const reading = startReading({ name, text }, (fault) => this.#faults.push(fault));
    if (reading !== undefined) read(reading);
    return true;
  }

  #text(path: string, isOptional = false): string | undefined {
    const file = readRegularFile(path, maxFileSize);
    if ('bytes' in file) {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
      if (Buffer.from(text).equals(file.bytes)) return text;
      this.#faults.push(`${path}: it is not UTF-8; save it as UTF-8.`);
    } else if (!file.isAbsent || !isOptional) this.#faults.push(`${path} ${file.fault}.`);
    return undefined;
  }

  #readSite(reading: Reading): void {
    const retention = kinds.retention.attributes;
    const keys = ['settings', ...Object.keys(retention), ...layout.siteLists.map(({ key }) => key)];
    const site = mappingOf(reading, reading.file.contents, keys);
    if (site === undefined) return;
    const values = valuesOf(reading, site, retention);
    if (Object.keys(values).length > 0) this.#add(reading, site, { kind: 'retention', path: [] }, values);
    const settings = site.nodes.get('settings');
    const byGroup =
      settings === undefined
        ? undefined
        : mappingOf(
            reading,
            settings,
            groups.map(({ id }) => id),
          );
    for (const { id, schemas, secrets } of groups) {
      const node = byGroup?.nodes.get(id);
      const group = node === undefined ? undefined : mappingOf(reading, node, Object.keys(schemas));
      if (group === undefined) continue;
      const own = this.#withSecrets(reading, group, valuesOf(reading, group, schemas), secrets);
      this.#add(reading, group, { kind: 'settings', path: [id] }, own);
    }
    for (const list of layout.siteLists) this.#readList(reading, site, list, []);
  }

  async #readHome(name: string): Promise<void> {
    const inHome = (path: string) => `${layout.homesFolder}/${name}/${path}`;
    if (!/^[A-Za-z0-9_-]{1,255}$/.test(name)) {
      this.#faults.push(`${join(this.#folder, layout.homesFolder, name)}: no organization can have this name.`);
      return;
    }
    const isThere = this.#readYaml(inHome(layout.organizationFile), (reading) => this.#readOrganization(reading, name));
    if (!isThere) {
      this.#faults.push(`${join(this.#folder, inHome(layout.organizationFile))} is not there.`);
      return;
    }
    this.#organizations.push(name);
    this.#readYaml(inHome(layout.policiesFile), (reading) => this.#readPolicies(reading, name));
    const sets: Versioned[] = [];
    this.#readYaml(inHome(layout.policySetsFile), (reading) => sets.push(...this.#readSets(reading, name)));
    for (const set of sets) await this.#readVersion(set, name);
    this.#readYaml(inHome(layout.modulesFile), (reading) => {
      const file = mappingOf(reading, reading.file.contents, [layout.deprecationList.key]);
      if (file !== undefined) this.#readList(reading, file, layout.deprecationList, [name]);
    });
  }

  #readOrganization(reading: Reading, name: string): void {
    const schemas = kinds.organization.attributes;
    const lists = layout.organizationLists;
    const keys = [...Object.keys(schemas), ...lists.map(({ key }) => key), layout.delegationsKey];
    const file = mappingOf(reading, reading.file.contents, keys);
    if (file === undefined) return;
    this.#add(reading, file, { kind: 'organization', path: [name] }, valuesOf(reading, file, schemas));
    for (const list of lists) this.#readList(reading, file, list, [name]);
    this.#readDelegations(reading, file, name);
  }

  #readDelegations(reading: Reading, file: Mapping, organization: string): void {
    const node = file.nodes.get(layout.delegationsKey);
    if (node === undefined) return;
    this.#lists.add(listKey('delegation', [organization]));
    for (const element of elementsOf(reading, node, layout.delegationsKey)) {
      const entry = mappingOf(reading, element, layout.delegationKeys);
      if (entry === undefined) continue;
      const { team, project, workspace } = valuesOf(reading, entry, delegationTexts);
      if (team === undefined || (project === undefined) === (workspace === undefined)) {
        reading.fault(element, 'this must name a team, and a project or a workspace');
        continue;
      }
      const place = workspace === undefined ? ['project', String(project)] : ['workspace', String(workspace)];
      this.#add(reading, entry, { kind: 'delegation', path: [organization, String(team), ...place] }, {});
    }
  }

  #readPolicies(reading: Reading, organization: string): void {
    const file = mappingOf(reading, reading.file.contents, [layout.policyList.key]);
    if (file === undefined) return;
    for (const { record, entry } of this.#readList(reading, file, layout.policyList, [organization])) {
      const texts = ['code', 'tests'].flatMap((name) => {
        const path = record.values[name];
        if (typeof path !== 'string') return [];
        const place = this.#pathIn(reading, entry.nodes.get(name), organization, path);
        const text = place === undefined ? undefined : this.#text(place);
        return text === undefined ? [] : [[name, text] as const];
      });
      this.#records.set(keyOf(record), { ...record, values: { ...record.values, ...Object.fromEntries(texts) } });
    }
  }

  #readSets(reading: Reading, organization: string): readonly Versioned[] {
    const file = mappingOf(reading, reading.file.contents, [layout.policySetList.key]);
    if (file === undefined) return [];
    return this.#readList(reading, file, layout.policySetList, [organization]).flatMap(({ record, entry }) => {
      this.#readList(reading, entry, layout.parameterList, record.path);
      const { files } = record.values;
      if (typeof files !== 'string') return [];
      const path = this.#pathIn(reading, entry.nodes.get('files'), organization, files);
      return path === undefined ? [] : [{ record, path }];
    });
  }

  async #readVersion({ record, path }: Versioned, organization: string): Promise<void> {
    try {
      const files = await filesIn(path);
      const home = join(this.#folder, layout.homesFolder, organization);
      const outside = Object.keys(files).filter((name) => !isBelow(home, join(path, name)));
      for (const name of outside)
        this.#faults.push(`${record.place.of('files')}: ${join(path, name)} is not in the folder of the organization.`);
      this.#records.set(keyOf(record), { ...record, values: { ...record.values, files } });
    } catch (error) {
      if (!(error instanceof NotChecked)) throw error;
      this.#faults.push(...error.problems.map(({ detail }) => `${record.place.of('files')}: ${detail}`));
    }
  }

  /** A path in the folder of an organization; a fault is added for one that leads out of it. */
  #pathIn({ fault }: Reading, node: unknown, organization: string, path: string): string | undefined {
    const isInside = path.split('/').every((part) => !['', '.', '..'].includes(part) && !part.includes('\\'));
    const home = join(this.#folder, layout.homesFolder, organization);
    if (isInside && isBelow(home, join(home, path))) return join(home, path);
    fault(node, `${path.slice(0, 80)} is not in the folder of the organization`);
    return undefined;
  }

  #readList(
    reading: Reading,
    within: Mapping,
    list: layout.RecordList,
    path: readonly string[],
  ): readonly ListedRecord[] {
    const node = within.nodes.get(list.key);
    if (node === undefined) return [];
    this.#lists.add(listKey(list.kind, path));
    return elementsOf(reading, node, list.key).flatMap((element) => this.#readElement(reading, element, list, path));
  }

  #readElement(
    reading: Reading,
    element: unknown,
    { kind, key, names }: layout.RecordList,
    path: readonly string[],
  ): readonly ListedRecord[] {
    if (names.length === 0) return this.#readText(reading, element, { kind, key }, path);
    const { noun } = kinds[kind];
    const nested = kind === 'policy-set' ? [layout.parameterList.key] : [];
    const entry = mappingOf(reading, element, [...names, ...Object.keys(schemasOf(kind)), ...nested]);
    if (entry === undefined) return [];
    const own = names.map((name) => {
      const node = entry.nodes.get(name);
      return node === undefined
        ? this.#missingName(reading, element, `each ${noun} needs the key ${name}`)
        : scalarText(reading, node, name);
    });
    if (own.some((name) => name === undefined)) return [];
    const values = valuesOf(reading, entry, schemasOf(kind));
    const name = { kind, path: [...path, ...own.flatMap((each) => each ?? [])] };
    const record = this.#add(reading, entry, name, this.#valuesOf(reading, entry, kind, values));
    return record === undefined ? [] : [{ record, entry }];
  }

  #missingName({ fault }: Reading, node: unknown, sentence: string): undefined {
    fault(node, sentence);
    return undefined;
  }

  #readText(
    reading: Reading,
    element: unknown,
    { kind, key }: Pick<layout.RecordList, 'kind' | 'key'>,
    path: readonly string[],
  ): readonly ListedRecord[] {
    const text = scalarText(reading, element, `each of ${key}`);
    if (text === undefined) return [];
    const place = reading.file.placeOf(element);
    const entry = { node: element, nodes: new Map(), place: { text: place, of: () => place } };
    const record = this.#add(reading, entry, { kind, path: [...path, text.toLowerCase()] }, {});
    return record === undefined ? [] : [{ record, entry }];
  }

  /** Values as they are compared, with secrets in place of their references. */
  #valuesOf(reading: Reading, entry: Mapping, kind: KindName, values: Values): Values {
    const parts = Object.entries(kinds[kind].parts).filter(([name]) => name in values);
    const comparable = parts.map(([name, part]) => [name, part.comparable?.(values[name]) ?? values[name]]);
    const secrets = parts.flatMap(([name, { isSecret }]) => (isSecret?.(values) === true ? [name] : []));
    return this.#withSecrets(reading, entry, { ...values, ...Object.fromEntries(comparable) }, secrets);
  }

  #withSecrets(reading: Reading, entry: Mapping, values: Values, secrets: readonly string[]): Values {
    const references = secrets.flatMap((name) => {
      const value = values[name];
      if (typeof value !== 'string') return [];
      const secret = secretFrom(value, this.#secrets);
      if (typeof secret !== 'string') return [[name, secret] as const];
      reading.fault(entry.nodes.get(name), `${name} ${secret}`);
      return [];
    });
    return { ...values, ...Object.fromEntries(references) };
  }

  #add(reading: Reading, { node, place }: Mapping, name: RecordName, values: Values): Declared | undefined {
    const key = keyOf(name);
    const other = this.#records.get(key);
    if (other !== undefined) {
      const last = name.path.at(-1) ?? '';
      reading.fault(node, `the ${kinds[name.kind].noun} ${last} is declared twice, first at ${other.place.text}`);
      return undefined;
    }
    const record = { ...name, values, place };
    this.#records.set(key, record);
    return record;
  }
}

/** True if a path is in a folder where all links are followed, and if nothing is there. */
function isBelow(folder: string, path: string): boolean {
  try {
    return !relative(realpathSync(folder), realpathSync(path)).split(sep).includes('..');
  } catch {
    return true;
  }
}

interface ListedRecord {
  readonly record: Declared;
  readonly entry: Mapping;
}

/** A policy set and the folder with the files of its version. */
interface Versioned {
  readonly record: Declared;
  readonly path: string;
}

const delegationTexts = recordOf<Record<string, TSchema>>(layout.delegationKeys, () => Type.String());

/** In files, the path of a folder stands for the files of a version. */
const ofSets = { ...kinds['policy-set'].attributes, files: Type.String() };

const schemasOf = (kind: KindName): Readonly<Record<string, TSchema>> =>
  kind === 'policy-set' ? ofSets : kinds[kind].attributes;

/** The files that a version of a set is made of. */
export async function filesIn(path: string): Promise<Files> {
  const { lists, sources, data } = await readFolderFiles(path);
  return {
    ...sources,
    ...Object.fromEntries(data.map(({ file, text }) => [file, text])),
    ...Object.fromEntries(lists.map(({ name, text }) => [name, text])),
  };
}
