// Reads and writes `SHA256SUMS`, a file in the format of `sha256sum --check`.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const sumsFile = 'SHA256SUMS';

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes the checksums of all files in a folder. */
export async function writeSums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const file of (await readdir(folder)).sort()) lines.push(`${await sumOf(join(folder, file))}  ${file}\n`);
  await writeFile(join(folder, sumsFile), lines.join(''));
}

/** Returns the checksums by file name. */
export async function readSums(folder: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile(join(folder, sumsFile), 'utf8')).trimEnd().split('\n');
  return new Map(lines.map((line) => line.split('  ')).map(([sum = '', file = '']) => [file, sum]));
}

/** Returns a sentence for each file that is missing or does not match its checksum. */
export async function sumProblems(folder: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const [file, sum] of await readSums(folder)) {
    const actual = await sumOf(join(folder, file)).catch(() => 'none');
    if (actual !== sum) problems.push(`${file} does not match its checksum in ${sumsFile}.`);
  }
  return problems;
}
