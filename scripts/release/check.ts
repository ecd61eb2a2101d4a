// Implements `npm run release:check`, which tests the artefacts in `release/`. Each test runs in an empty folder and
// uses only the files of the artefact.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aligned } from '../../src/cli/terminal/output.ts';
import { version } from '../../src/kernel/version.ts';
import type { Artefact, Proof } from './artefact.ts';
import { artefactsOf } from './artefacts.ts';
import { releaseFolder, root } from './source.ts';
import { sumProblems } from './sums.ts';
import { megabytes, say, seconds } from './words.ts';

const head = ['Artefact', 'File', 'Size', 'Installed', 'First answer', 'Exit status'];

const problems = await sumProblems(releaseFolder);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

const rows: (readonly string[])[] = [];
for (const artefact of artefactsOf(process.argv.slice(2))) rows.push(...(await rowsOf(artefact)));
say(aligned([head, ...rows]));

/**
 * Returns the rows of the result table for an artefact. If a test fails, returns a single row and sets the exit status
 * to 1.
 */
async function rowsOf(artefact: Artefact): Promise<readonly (readonly string[])[]> {
  const scratch = await mkdtemp(join(tmpdir(), `tipstaff-check-${artefact.name}-`));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(scratch, { recursive: true, force: true }));
  try {
    const proofs = await artefact.check({ version, root, folder: releaseFolder, scratch });
    return await Promise.all(proofs.map((proof) => rowOf(artefact.name, proof)));
  } catch (error) {
    // Standard output of a failed program is also printed, because some programs write error messages to it.
    const output = String(Reflect.get(Object(error), 'stdout') ?? '');
    process.stderr.write(`${artefact.name}: ${error instanceof Error ? error.stack : error}\n${output}`);
    process.exitCode = 1;
    return [[artefact.name, '-', '-', '-', '-', '1']];
  }
}

async function rowOf(name: string, { file, variant, installed, answered, notRun }: Proof): Promise<readonly string[]> {
  const size = await stat(join(releaseFolder, file)).then(
    (stats) => megabytes(stats.size),
    () => '-',
  );
  const status = notRun === undefined ? '0' : `not run: ${notRun}`;
  return [
    name,
    variant === undefined ? file : `${file} (${variant})`,
    size,
    seconds(installed),
    seconds(answered),
    status,
  ];
}
