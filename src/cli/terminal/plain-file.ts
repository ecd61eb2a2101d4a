import { readFile, stat } from 'node:fs/promises';
import { NotChecked } from './command.ts';

/** Of one file, as large as the service takes code. */
export const maxFileSize = 10 * 1024 ** 2;

/** Text of a file that a folder is expected to have. A pipe or a device with that name could keep a reader for ever. */
export async function plainFileText(path: string): Promise<string> {
  const entry = await stat(path);
  if (!entry.isFile()) throw new NotChecked(`${path} is not a regular file.`);
  if (entry.size > maxFileSize) throw new NotChecked(`${path} is larger than 10 MiB.`);
  return readFile(path, 'utf8');
}
