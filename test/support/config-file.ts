// Creates configuration files for tests, and returns the errors that the configuration check reports.
import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, tipstaff } from './command.ts';
import { temporaryFolder } from './temporary.ts';

/** Writes a configuration file into a temporary folder. */
export const fileWith = async (content: string | Uint8Array, mode = 0o600) => {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'tipstaff.yaml');
  await writeFile(path, content, { mode });
  await chmod(path, mode);
  return { ...folder, path, folder: folder.path };
};

/**
 * Returns the errors that the configuration check reports for this content. In the errors, FILE replaces the file's
 * path and FOLDER replaces its folder.
 */
export const faultsOf = async (
  content: string | Uint8Array,
  environment: Environment = {},
): Promise<readonly string[]> => {
  await using file = await fileWith(content);
  const { code, stderr } = await tipstaff(['config', 'check', '--config', file.path], environment);
  assert.equal(code, stderr === '' ? 0 : 1);
  return stderr.trimEnd().replaceAll(file.path, 'FILE').replaceAll(file.folder, 'FOLDER').split('\n');
};
