// References to secrets in files: `${env:NAME}` for an environment variable, `${file:PATH}` for a file.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../../environment.ts';
import { isBelow } from '../../lib/files/is-below.ts';
import { readRegularFile } from '../../lib/files/regular-file.ts';
import { SecretReference } from './model.ts';

export interface SecretSource {
  readonly environment: Environment;
  /**
   * Folder that must contain the referenced files. Undefined if the operator names the file, which can then be in any
   * folder.
   */
  readonly folder?: string;
}

/** Maximum size of a secret in bytes. It is the same as the maximum size of a text in the settings. */
const maxBytes = 256 * 1_024;

/** Returns the path with symbolic links resolved, or the unchanged path if it does not exist. */
const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/** Returns the secret that the text refers to, or an error text to append to the attribute's name. */
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
  // Without this check, the author of a declaration could read any file that the operator can read.
  if (folder !== undefined && !isBelow(real(folder), real(path)))
    return `refers to the file ${name}, which is not in the folder ${folder}`;
  const file = readRegularFile(path, maxBytes);
  if ('fault' in file) return `refers to the file ${name}: ${file.fault}`;
  return new SecretReference(text, file.bytes.toString('utf8').replace(/\r?\n$/, ''));
}
