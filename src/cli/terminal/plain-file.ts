import { readFile, stat } from 'node:fs/promises';
import { NotChecked } from './command.ts';

/** Maximum size of a file in bytes. It is the same as the service's limit for code. */
export const maxFileSize = 10 * 1024 ** 2;

/** Reads a regular file. Pipes and devices are rejected, because reading from them could block forever. */
export async function plainFileText(path: string): Promise<string> {
  const entry = await stat(path);
  if (!entry.isFile()) throw new NotChecked(`${path} is not a regular file.`);
  if (entry.size > maxFileSize) throw new NotChecked(`${path} is larger than 10 MiB.`);
  return readFile(path, 'utf8');
}
