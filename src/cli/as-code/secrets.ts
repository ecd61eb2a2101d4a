// References to secrets in files: `${env:NAME}` for an environment variable, `${file:PATH}` for a file.
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Environment } from '../../environment.ts';
import { readRegularFile } from '../../lib/files/regular-file.ts';
import { SecretReference } from './model.ts';

export interface SecretSource {
  readonly environment: Environment;
  /**
   * Folder that must contain the referenced files; undefined if the operator names the file, which can then be
   * anywhere.
   */
  readonly folder?: string;
}

/** Maximum size of a secret in bytes, the same as that of a text in the settings. */
const maxBytes = 256 * 1_024;

/**
 * Whether a path is below the folder. The author of the declarations may not be allowed to read other files of the
 * operator.
 */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

/** Returns the path with symbolic links resolved; an unchanged path if it does not exist. */
const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/** Returns the referenced secret, or an error text to put after the attribute's name. */
export function secretFrom(text: string, { environment, folder }: SecretSource): SecretReference | string {
  const [, form, name = ''] = /^\$\{(env|file):([^}]+)\}$/.exec(text) ?? [];
  if (form === 'file') return secretInFile(text, name, folder);
  if (form !== 'env') return `is a secret: write a reference such as \${env:NAME} or \${file:PATH}`;
  const value = environment[name];
  if (value === undefined || value === '') return `refers to the variable ${name}, which is not set`;
  return new SecretReference(text, value);
}

function secretInFile(text: string, name: string, folder: string | undefined): SecretReference | string {
  const path = resolve(real(folder ?? '.'), name);
  if (folder !== undefined && !isBelow(real(folder), real(path)))
    return `refers to the file ${name}, which is not in the folder ${folder}`;
  const file = readRegularFile(path, maxBytes);
  if ('fault' in file) return `refers to the file ${name}, which ${file.fault}`;
  return new SecretReference(text, file.bytes.toString('utf8').replace(/\r?\n$/, ''));
}
