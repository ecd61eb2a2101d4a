// Reads the configuration file: finds it, checks its permissions, and adds its keys to the environment as variables.
import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { configurationFile, type Environment } from '../environment.ts';
import { ownerFault, readersFault, writersFault } from '../lib/files/file-rights.ts';
import { readRegularFile } from '../lib/files/regular-file.ts';
import { type DocumentedVariable, documentedVariables, fileVariable, isList } from './declarations.ts';
import type { KeyedText, Mapping } from './mapping.ts';
import { fileNameOf, keyOf, textOf } from './variables.ts';

const maxBytes = 1_024 ** 2;

/** Path of a configuration file, and the flag or variable that names it. `namedBy` is absent for the default path. */
export interface FilePlace {
  readonly path: string;
  readonly namedBy?: string;
}

/** Returns the configuration file of a process in order of precedence, or undefined if none is used. */
export function filePlace(environment: Environment, flag?: string, usual?: string): FilePlace | undefined {
  const named = flag ?? textOf(environment, fileVariable.name);
  if (named === 'none') return undefined;
  if (named !== undefined)
    return { path: resolve(named), namedBy: flag === undefined ? fileVariable.name : '--config' };
  return usual === undefined ? undefined : { path: usual };
}

/**
 * Adds the keys of a configuration file to an environment. Variables of the environment take precedence. Errors in the
 * file are recorded in the result and not thrown.
 */
export async function withConfigurationFile(environment: Environment, place?: FilePlace): Promise<Environment> {
  if (place === undefined) return environment;
  const mapping = await mappingAt(place);
  if (mapping === undefined) return environment;
  const { path, namedBy } = place;
  const used = mapping.texts.flatMap(({ key, text, place: origin }) => {
    const known = keys.get(key);
    if (known === undefined || isSet(environment, known.variable)) return [];
    return [{ name: known.name, text: known.inFolder(text, dirname(path)), origin }];
  });
  return {
    ...environment,
    ...Object.fromEntries(used.map(({ name, text }) => [name, text])),
    [configurationFile]: {
      path,
      isNamed: namedBy !== undefined,
      places: new Map(used.map(({ name, origin }) => [name, origin])),
      problems: mapping.problems,
    },
  };
}

/** Key of the file. `name` is the corresponding variable. */
interface Key {
  readonly name: string;
  readonly variable: DocumentedVariable;
  readonly isList: boolean;
  /** Whether the value is secret, so that other accounts must not be able to read the file. */
  readonly isSecret: boolean;
  readonly inFolder: (text: string, folder: string) => string;
}

const inFolder = (text: string, folder: string): string => resolve(folder, text);

const keys: ReadonlyMap<string, Key> = new Map(
  documentedVariables
    .flatMap((variable): readonly Key[] => {
      const { name, isSecret = false } = variable;
      const own = {
        name,
        variable,
        isList: isList(variable),
        isSecret,
        inFolder: variable.inFolder ?? ((text) => text),
      };
      const ofFile = { name: fileNameOf(name), variable, isList: false, isSecret: false, inFolder };
      return isSecret ? [own, ofFile] : [own];
    })
    .map((key) => [keyOf(key.name), key]),
);

/** Whether a variable is set. A secret can also be set by the variable that names its file. */
const isSet = (environment: Environment, { name, isSecret }: DocumentedVariable): boolean =>
  textOf(environment, name) !== undefined || (isSecret === true && textOf(environment, fileNameOf(name)) !== undefined);

/** Reads the keys of a configuration file. Returns undefined if the default file does not exist. */
async function mappingAt({ path, namedBy }: FilePlace): Promise<Mapping | undefined> {
  const subject = namedBy === undefined ? `The configuration file is ${path}` : `${namedBy} names ${path}`;
  const refused = (fault: string): Mapping => ({ texts: [], problems: [`${subject}: ${fault}.`] });
  const file = readRegularFile(path, maxBytes);
  if ('fault' in file) return file.isAbsent && namedBy === undefined ? undefined : refused(file.fault);
  // An account that can change the file can control the service.
  const fault = ownerFault(file.stats) ?? writersFault(path, file.stats);
  if (fault !== undefined) return refused(fault);
  const line = strangeLine(file.bytes);
  if (line > 0) return { texts: [], problems: [`${path}:${line}: the file is not UTF-8; save the file as UTF-8.`] };
  const { readMapping } = await import('./mapping.ts');
  const text = new TextDecoder().decode(file.bytes);
  const { texts, problems } = readMapping({ path, text }, keys);
  const open = secretsFault(subject, path, file.stats, texts);
  return { texts, problems: [...(open === undefined ? [] : [open]), ...problems] };
}

/**
 * Returns the number of the first line that is not UTF-8 or contains a zero byte. Returns 0 if there is no such line.
 */
const strangeLine = (bytes: Buffer): number =>
  bytes
    .toString('latin1')
    .split('\n')
    .findIndex((line) => !isPlain(Buffer.from(line, 'latin1'))) + 1;

const isPlain = (line: Uint8Array): boolean => isUtf8(line) && !line.includes(0);

function secretsFault(subject: string, path: string, stats: Stats, texts: readonly KeyedText[]): string | undefined {
  const secrets = texts.flatMap(({ key }) => (keys.get(key)?.isSecret === true ? [key] : []));
  const fault = readersFault(path, stats);
  return secrets.length === 0 || fault === undefined
    ? undefined
    : `${subject}: the file contains secrets (${secrets.join(', ')}), and ${fault}.`;
}
