// Programs that only a proof needs: built from their sources, which the proxy of Go's modules has.
import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { processEnvironment } from '../../src/environment.ts';
import { go } from '../engine/go.ts';

const run = promisify(execFile);

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program of this machine. */
export type Tool = (words: readonly string[], variables?: Readonly<Record<string, string>>) => Promise<Ran>;

export interface GoProgram {
  readonly module: string;
  readonly version: string;
  /** Folder of the program in the module. */
  readonly folder: string;
  /** Tags of the build. */
  readonly tags?: string;
}

/**
 * Builds a program into a folder, as its own module says: "go install" refuses modules that exclude others. Throws where this
 * machine cannot.
 */
export async function goTool(into: string, { module, version, folder, tags = '' }: GoProgram): Promise<Tool> {
  const { Dir: sources }: { readonly Dir: string } = JSON.parse(
    await go(into, ['mod', 'download', '-json', `${module}@${version}`]),
  );
  const path = join(into, basename(folder));
  // The workspace of a module names others, which its archive does not have.
  await go(sources, ['build', '-tags', tags, '-o', path, folder], { GOWORK: 'off' });
  return toolAt(path);
}

/** A program at a path, with nothing of the environment but where programs are. */
export const toolAt =
  (path: string, environment: Readonly<Record<string, string | undefined>> = { PATH: processEnvironment.PATH }): Tool =>
  (words, variables = {}) =>
    run(path, words, { env: { ...environment, ...variables }, maxBuffer: 64 * 1024 ** 2 }).then(
      (output) => ({ ...output, code: 0 }),
      (error: { readonly stdout?: string; readonly stderr?: string; readonly code?: unknown }) => ({
        stdout: error.stdout ?? '',
        stderr: error.stderr ?? String(error),
        code: typeof error.code === 'number' ? error.code : 1,
      }),
    );
