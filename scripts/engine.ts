// Builds and checks the policy engine. Its WebAssembly module is committed. Commands:
// - `build` rebuilds the module and all native programs.
// - `native` builds the native program for this machine, for the named platforms, or with `--all` for every platform.
// - `verify` only compares checksums. This is fast.
// - `check` also runs the engine's tests. If the required Go version and the Go modules are available, it rebuilds the
// engine and compares the result with the committed module.
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { builtPath, thisPlatform } from '../src/effects/policy-engine/native-program.ts';
import { allPlatforms, buildEngine, buildNative, isPlatform, type Platform, recipe } from './engine/build.ts';
import { go, hasModules, hasPinnedGo, pinnedGo } from './engine/go.ts';
import { keepEngine } from './engine/kept.ts';
import {
  compressedPath,
  engineFolder,
  noticesPath,
  readSums,
  sha256,
  sumOfSources,
  sumProblems,
  writeSums,
} from './engine/sums.ts';

type Programs = ReadonlyMap<Platform, Uint8Array>;

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);
const megabytes = (bytes: Uint8Array): string => `${(bytes.length / 1e6).toFixed(1)} MB`;

const sumsOf = (programs: Programs): Readonly<Record<string, string>> =>
  Object.fromEntries([...programs].map(([platform, program]) => [platform, sha256(program)]));

const ownPlatforms: readonly Platform[] = isPlatform(thisPlatform) ? [thisPlatform] : [];

async function build(): Promise<readonly string[]> {
  if (!(await hasPinnedGo())) return [await goMissing()];
  const { module, native, notices } = await buildEngine(allPlatforms);
  const compressed = zstdCompressSync(module, { params: { [constants.ZSTD_c_compressionLevel]: 22 } });
  await mkdir(dirname(compressedPath), { recursive: true });
  await writeFile(compressedPath, compressed);
  await writeFile(noticesPath, notices);
  const sources = await sumOfSources(recipe);
  await writeSums({ sources, module: sha256(module), compressed: sha256(compressed), native: sumsOf(native) });
  say(`The policy engine is built: ${megabytes(module)}, compressed ${megabytes(compressed)}.`);
  await store(new Map([...native].filter(([platform]) => ownPlatforms.includes(platform))));
  return [];
}

async function native(): Promise<readonly string[]> {
  if (!(await hasPinnedGo())) return [await goMissing()];
  const programs = await buildNative(wantedPlatforms(process.argv.slice(3)));
  const problems = await differing(programs);
  if (problems.length === 0) await store(programs);
  return problems;
}

function wantedPlatforms(words: readonly string[]): readonly Platform[] {
  if (words.includes('--all')) return allPlatforms;
  return words.length === 0 ? ownPlatforms : words.filter(isPlatform);
}

const goMissing = async (): Promise<string> =>
  `Install ${await pinnedGo()}: only this version reproduces the committed engine.`;

/** Each program is written to a new file that is then renamed, because a running process keeps the old file open. */
async function store(programs: Programs): Promise<void> {
  for (const [platform, program] of programs) {
    const path = builtPath(platform);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, program);
    await chmod(`${path}.new`, 0o755);
    await rename(`${path}.new`, path);
    say(`The native engine for ${platform} is built: ${path}, ${megabytes(program)}.`);
  }
}

async function differing(programs: Programs): Promise<readonly string[]> {
  const { native: committed } = await readSums();
  return Object.entries(sumsOf(programs))
    .filter(([platform, sum]) => committed[platform] !== sum)
    .map(([platform]) => `The native engine built for ${platform} does not match its committed checksum.`);
}

const verify = (): Promise<readonly string[]> => sumProblems(recipe);

async function check(): Promise<readonly string[]> {
  const problems = await verify();
  if (problems.length > 0) return problems;
  if (!(await hasPinnedGo())) {
    say(`${await pinnedGo()} is not installed: only the checksums of the policy engine were compared.`);
    return [];
  }
  if (!(await hasModules())) {
    say('The Go modules of the policy engine cannot be downloaded: only the checksums were compared.');
    return [];
  }
  await go(engineFolder, ['vet', './...']);
  say((await go(engineFolder, ['test', './...'])).trimEnd());
  const built = await buildEngine(ownPlatforms);
  if (sha256(built.module) !== (await readSums()).module)
    return ['The engine built from the sources differs from the committed one: run "npm run engine:build".'];
  const others = await differing(built.native);
  for (const program of others.length === 0 ? built.native.values() : []) await keepEngine(program);
  if (others.length === 0) say('The sources build the committed policy engine, byte for byte.');
  return others;
}

const commands: Readonly<Record<string, () => Promise<readonly string[]>>> = { build, native, verify, check };
const command = commands[process.argv[2] ?? ''];
if (command === undefined) throw new Error('Specify one of the commands build, native, verify or check.');
const problems = await command();
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
