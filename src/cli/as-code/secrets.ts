// Secrets in files are references: `${env:NAME}` to a variable, `${file:PATH}` to a file.
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Environment } from '../../environment.ts';
import { readRegularFile } from '../../lib/files/regular-file.ts';
import { SecretReference } from './model.ts';

export interface SecretSource {
  readonly environment: Environment;
  /** Folder that files are in; undefined if the operator names the file, which may then be anywhere. */
  readonly folder?: string;
}

/** Of one secret, in bytes: a text that settings take. */
const maxBytes = 256 * 1_024;

/** True if a path is below a folder: the author of the files may be somebody who must not read others of the operator. */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

/** A path without links; as it is if it is not there. */
const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/** The secret that a reference leads to, or its fault, after the name of the attribute. */
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
