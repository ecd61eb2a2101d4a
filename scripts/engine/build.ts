// Builds the engine as a WebAssembly module: the same bytes on every machine with the same version of Go.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { go } from './go.ts';
import { noticesOf } from './notices.ts';
import { engineFolder, sourcePaths } from './sums.ts';

const target = { GOOS: 'wasip1', GOARCH: 'wasm' };
const flags = ['-mod=vendor', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w -buildid=', '-buildmode=c-shared'];

/** The capabilities of old versions, 4 MB that the engine never reads, make place for none. */
const capabilitiesPackage = 'vendor/github.com/open-policy-agent/opa/capabilities';
const noCapabilities = 'package capabilities\n\nimport "embed"\n\nvar FS embed.FS\n';

/** Everything but the sources that the module depends on. */
export const recipe = JSON.stringify([target, flags, capabilitiesPackage, noCapabilities]);

export interface Built {
  readonly module: Uint8Array;
  /** The licenses of what is compiled into it. */
  readonly notices: string;
}

/** Builds in a temporary folder, where the dependencies are copied to. */
export const buildModule = (): Promise<Built> =>
  built('./cmd/wasm', sourcePaths(), async (folder) => ({
    module: await readFile(join(folder, 'engine.wasm')),
    notices: await noticesOf(folder, target),
  }));

/** Builds the module that runs OPA's own cases, in the same way. */
export const buildCasesModule = (): Promise<Uint8Array> =>
  built('./conformance/wasm', ['go.mod', 'go.sum', 'conformance'], (folder) => readFile(join(folder, 'engine.wasm')));

async function built<Result>(
  program: string,
  sources: readonly string[],
  read: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-engine-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  for (const path of sources) await cp(join(engineFolder, path), join(folder, path), { recursive: true });
  await go(folder, ['mod', 'vendor']);
  await rm(join(folder, capabilitiesPackage), { recursive: true });
  await mkdir(join(folder, capabilitiesPackage));
  await writeFile(join(folder, capabilitiesPackage, 'capabilities.go'), noCapabilities);
  await go(folder, ['build', ...flags, '-o', 'engine.wasm', program], target);
  return await read(folder);
}
