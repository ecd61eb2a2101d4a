// The committed policy engine. `build` builds it again; `verify` compares sums, in a moment; `check` also runs the tests
// of its sources and builds it for comparison, where this machine has the right version of Go and can get the modules.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { type Built, buildModule, recipe } from './engine/build.ts';
import { go, hasModules, hasPinnedGo, pinnedGo } from './engine/go.ts';
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

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);
const megabytes = (bytes: Uint8Array): string => `${(bytes.length / 1e6).toFixed(1)} MB`;

async function store({ module, notices }: Built): Promise<void> {
  const compressed = zstdCompressSync(module, { params: { [constants.ZSTD_c_compressionLevel]: 22 } });
  await mkdir(dirname(compressedPath), { recursive: true });
  await writeFile(compressedPath, compressed);
  await writeFile(noticesPath, notices);
  await writeSums({ sources: await sumOfSources(recipe), module: sha256(module), compressed: sha256(compressed) });
  say(`The policy engine is built: ${megabytes(module)}, compressed ${megabytes(compressed)}.`);
}

async function build(): Promise<readonly string[]> {
  if (!(await hasPinnedGo())) return [`Install ${await pinnedGo()}: only that version builds the same bytes again.`];
  await store(await buildModule());
  return [];
}

const verify = (): Promise<readonly string[]> => sumProblems(recipe);

async function check(): Promise<readonly string[]> {
  const problems = await verify();
  if (problems.length > 0) return problems;
  if (!(await hasPinnedGo())) {
    say(`${await pinnedGo()} is not here: only the sums of the policy engine were compared.`);
    return [];
  }
  if (!(await hasModules())) {
    say('The modules of the policy engine cannot be fetched here: only its sums were compared.');
    return [];
  }
  await go(engineFolder, ['vet', './...']);
  say((await go(engineFolder, ['test', './...'])).trimEnd());
  const { module } = await buildModule();
  if (sha256(module) !== (await readSums()).module)
    return ['The sources build another policy engine than the committed one.'];
  say('The sources build the committed policy engine, byte for byte.');
  return [];
}

const commands: Readonly<Record<string, () => Promise<readonly string[]>>> = { build, verify, check };
const command = commands[process.argv[2] ?? ''];
if (command === undefined) throw new Error('Name build, verify or check.');
const problems = await command();
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
