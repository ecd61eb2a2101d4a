// Go programs that are needed only to check a release. Their source code is downloaded from the Go module proxy and
// built.
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

/** Runs a program on this machine with the given arguments and environment variables. */
export type Tool = (words: readonly string[], variables?: Readonly<Record<string, string>>) => Promise<Ran>;

export interface GoProgram {
  readonly module: string;
  readonly version: string;
  /** Package path of the program in its module. */
  readonly folder: string;
  /** Go build tags, separated by commas. */
  readonly tags?: string;
}

/**
 * Builds a program into the folder `into`. The build runs in the folder of the module, because `go install` rejects
 * modules with `exclude` directives. Throws if the program cannot be built on this machine.
 */
export async function goTool(into: string, { module, version, folder, tags = '' }: GoProgram): Promise<Tool> {
  const { Dir: sources }: { readonly Dir: string } = JSON.parse(
    await go(into, ['mod', 'download', '-json', `${module}@${version}`]),
  );
  const path = join(into, basename(folder));
  // The `go.work` file of the module is ignored, because it refers to modules that the archive of the module does not
  // contain.
  await go(sources, ['build', '-tags', tags, '-o', path, folder], { GOWORK: 'off' });
  return toolAt(path);
}

/** Returns a function that runs the program at a path. By default, the program's environment contains only PATH. */
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
