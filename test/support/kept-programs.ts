// Go programs that tests need: the native policy engine, and OPA itself for comparing results.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildNative, isPlatform } from '../../scripts/engine/build.ts';
import { go, hasModules, hasPinnedGo, pinnedGo } from '../../scripts/engine/go.ts';
import { cacheFolder, keep, keepEngine, nameOfEngine } from '../../scripts/engine/kept.ts';
import { engineFolder, readSums, sha256, sumOfFiles } from '../../scripts/engine/sums.ts';
import { findNative, nativePath, thisPlatform } from '../../src/effects/policy-engine/native-program.ts';

/** Path of a program, or a message that says why it is not available on this machine. */
type KeptProgram = { readonly path: string } | { readonly missing: string };

/** Returns the native policy engine for this machine: an existing build with the committed checksum, or a new build. */
export async function keptEngine(): Promise<KeptProgram> {
  const { native } = await readSums();
  const kept = join(cacheFolder, nameOfEngine(native[thisPlatform]));
  for (const path of [nativePath(), kept]) if ((await findNative(path)) === 'sound') return { path };
  if (!isPlatform(thisPlatform)) return { missing: `there is no program of the policy engine for ${thisPlatform}` };
  if (!(await hasPinnedGo()))
    return { missing: `${await pinnedGo()} is not here to build the policy engine as a program` };
  if (!(await hasModules())) return { missing: 'the Go modules of the policy engine cannot be downloaded' };
  const built = (await buildNative([thisPlatform])).get(thisPlatform);
  return built === undefined
    ? { missing: `the build for ${thisPlatform} gave no program` }
    : { path: await keepEngine(built) };
}

/**
 * Returns a program that evaluates a folder with OPA's Go library. The program's file name contains a checksum of its
 * sources and the Go version. A second file contains the program's checksum.
 */
export async function keptOpa(): Promise<KeptProgram> {
  const version = (await go(engineFolder, ['env', 'GOVERSION']).catch(() => '')).trim();
  if (version === '' || !(await hasModules()))
    return { missing: 'Go and the modules of policy-engine are not on this machine' };
  const name = `opa-${version}-${await sumOfFiles(['go.mod', 'go.sum', 'conformance/bundle/*.go'])}`;
  const path = join(cacheFolder, name);
  if (await isSound(path)) return { path };
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-opa-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await go(engineFolder, ['build', '-trimpath', '-o', join(folder, 'opa'), './conformance/bundle']);
  const program = await readFile(join(folder, 'opa'));
  await keep(`${name}.sha256`, Buffer.from(sha256(program)));
  return { path: await keep(name, program) };
}

const isSound = async (path: string): Promise<boolean> => {
  const [program, sum] = await Promise.all([readFile(path), readFile(`${path}.sha256`, 'utf8')]).catch(() => []);
  return program !== undefined && sha256(program) === sum;
};
