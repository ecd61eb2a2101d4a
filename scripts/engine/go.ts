// Go, as far as this machine has it in the version that the engine is built with.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processEnvironment } from '../../src/environment.ts';
import { engineFolder } from './sums.ts';

const run = promisify(execFile);

/** Environment of the build, on which it depends beside its sources; the machine's own settings must not change it. */
const fixed = {
  GOTOOLCHAIN: 'local',
  GOFLAGS: '',
  GOEXPERIMENT: '',
  GOWASM: '',
  GOAMD64: 'v1',
  GOARM64: 'v8.0',
  CGO_ENABLED: '0',
};

/** Runs Go in a folder; answers its output. */
export async function go(folder: string, words: readonly string[], variables: object = {}): Promise<string> {
  const env = { ...processEnvironment, ...fixed, ...variables };
  const { stdout } = await run('go', words, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** The version of Go that gives the committed module byte for byte. */
export async function pinnedGo(): Promise<string> {
  const module = await readFile(join(engineFolder, 'go.mod'), 'utf8');
  const [, version] = /^toolchain (go\S+)$/m.exec(module) ?? [];
  if (version === undefined) throw new Error('policy-engine/go.mod names no toolchain.');
  return version;
}

/** True if this machine has that version. */
export const hasPinnedGo = async (): Promise<boolean> => {
  const version = await go(engineFolder, ['env', 'GOVERSION']).catch(() => '');
  return version.trim() === (await pinnedGo());
};

/** True if the modules that the engine is built with are here, or can be fetched. */
export const hasModules = (): Promise<boolean> =>
  go(engineFolder, ['mod', 'download']).then(
    () => true,
    () => false,
  );
