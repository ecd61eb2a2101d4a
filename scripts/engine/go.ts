// Runs Go, and checks whether the Go version that builds the engine is installed.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processEnvironment } from '../../src/environment.ts';
import { engineFolder } from './sums.ts';

const run = promisify(execFile);

/** Environment variables that affect the build. These values override the environment of this machine. */
const fixed = {
  GOTOOLCHAIN: 'local',
  GOFLAGS: '',
  GOEXPERIMENT: '',
  GOWASM: '',
  GOAMD64: 'v1',
  GOARM64: 'v8.0',
  CGO_ENABLED: '0',
};

/** Runs Go in a folder and returns its output. */
export async function go(folder: string, words: readonly string[], variables: object = {}): Promise<string> {
  const env = { ...processEnvironment, ...fixed, ...variables };
  const { stdout } = await run('go', words, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Returns the Go version that reproduces the committed WebAssembly module byte for byte. */
export async function pinnedGo(): Promise<string> {
  const module = await readFile(join(engineFolder, 'go.mod'), 'utf8');
  const [, version] = /^toolchain (go\S+)$/m.exec(module) ?? [];
  if (version === undefined) throw new Error('policy-engine/go.mod names no toolchain.');
  return version;
}

/** Whether the required Go version is installed. */
export const hasPinnedGo = async (): Promise<boolean> => {
  const version = await go(engineFolder, ['env', 'GOVERSION']).catch(() => '');
  return version.trim() === (await pinnedGo());
};

/** Whether the engine's Go modules are in the cache or can be downloaded. */
export const hasModules = (): Promise<boolean> =>
  go(engineFolder, ['mod', 'download']).then(
    () => true,
    () => false,
  );
