// Builds the policy engine as a WebAssembly module and as a native program for each platform. The same Go version
// produces the same bytes on every machine.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { go } from './go.ts';
import { noticesOf } from './notices.ts';
import { engineFolder, sourcePaths } from './sums.ts';

const wasm = { GOOS: 'wasip1', GOARCH: 'wasm' };

/** Platforms of the native programs, by their Node.js names. */
const platforms = {
  'linux-x64': { GOOS: 'linux', GOARCH: 'amd64' },
  'linux-arm64': { GOOS: 'linux', GOARCH: 'arm64' },
  'darwin-x64': { GOOS: 'darwin', GOARCH: 'amd64' },
  'darwin-arm64': { GOOS: 'darwin', GOARCH: 'arm64' },
  'win32-x64': { GOOS: 'windows', GOARCH: 'amd64' },
} as const;

export type Platform = keyof typeof platforms;

export const isPlatform = (name: string): name is Platform => name in platforms;

export const allPlatforms: readonly Platform[] = Object.keys(platforms).filter(isPlatform);

const flags = ['-mod=vendor', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w -buildid='];
const library = '-buildmode=c-shared';

/**
 * Go package with the capabilities of old OPA versions, which the engine never reads. Its files, which have 4 MB in
 * total, are replaced with an empty file system.
 */
const capabilitiesPackage = 'vendor/github.com/open-policy-agent/opa/capabilities';
const noCapabilities = 'package capabilities\n\nimport "embed"\n\nvar FS embed.FS\n';

/** A schema in a policy may refer to a file. The loader is patched so that it never opens files. */
const schemaLoader = 'vendor/github.com/open-policy-agent/opa/internal/gojsonschema/jsonLoader.go';
const opening = 'osFileSystem(os.Open)';
const noOpening =
  'osFileSystem(func(name string) (*os.File, error) { return nil, &os.PathError{Op: "open", Path: name, Err: os.ErrPermission} })';

/** All inputs of the build except the sources: versions, flags and patches. */
export const recipe = JSON.stringify([
  wasm,
  platforms,
  flags,
  library,
  capabilitiesPackage,
  noCapabilities,
  schemaLoader,
  noOpening,
]);

export interface Built {
  readonly module: Uint8Array;
  /** Native programs by target platform. */
  readonly native: ReadonlyMap<Platform, Uint8Array>;
  /** License texts of the compiled components. */
  readonly notices: string;
}

/**
 * Builds the WebAssembly module and the native programs for the given platforms, in a temporary folder with vendored
 * dependencies.
 */
export const buildEngine = (wanted: readonly Platform[]): Promise<Built> =>
  inFolder(sourcePaths(), async (folder) => ({
    module: await built(folder, './cmd/wasm', [library], wasm),
    native: await builtFor(folder, wanted),
    notices: await noticesOf(folder, [
      { program: './cmd/wasm', target: wasm },
      ...allPlatforms.map((platform) => ({ program: './cmd/native', target: platforms[platform] })),
    ]),
  }));

/** Builds only the native programs for the given platforms. */
export const buildNative = (wanted: readonly Platform[]): Promise<ReadonlyMap<Platform, Uint8Array>> =>
  inFolder(sourcePaths(), (folder) => builtFor(folder, wanted));

/** Builds the WebAssembly module that runs OPA's own test cases, with the build settings of the engine. */
export const buildCasesModule = (): Promise<Uint8Array> =>
  inFolder(['go.mod', 'go.sum', 'conformance'], (folder) => built(folder, './conformance/wasm', [library], wasm));

async function builtFor(folder: string, wanted: readonly Platform[]): Promise<Map<Platform, Uint8Array>> {
  const programs = new Map<Platform, Uint8Array>();
  for (const platform of wanted) {
    programs.set(platform, await built(folder, './cmd/native', [], platforms[platform]));
  }
  return programs;
}

async function built(folder: string, program: string, more: readonly string[], target: object): Promise<Uint8Array> {
  await go(folder, ['build', ...flags, ...more, '-o', 'built', program], target);
  return await readFile(join(folder, 'built'));
}

async function inFolder<Result>(
  sources: readonly string[],
  build: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-engine-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  for (const path of sources) await cp(join(engineFolder, path), join(folder, path), { recursive: true });
  await go(folder, ['mod', 'vendor']);
  await rm(join(folder, capabilitiesPackage), { recursive: true });
  await mkdir(join(folder, capabilitiesPackage));
  await writeFile(join(folder, capabilitiesPackage, 'capabilities.go'), noCapabilities);
  await replaceIn(join(folder, schemaLoader), opening, noOpening);
  return await build(folder);
}

async function replaceIn(path: string, before: string, after: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  if (!text.includes(before)) throw new Error(`${path} does not contain ${before}.`);
  await writeFile(path, text.replace(before, after));
}
