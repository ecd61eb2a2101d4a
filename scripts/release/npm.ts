// Packages for npm. `tipstaff` contains the program with the policy engine as WebAssembly. For each platform there is a
// package with the native policy engine.
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nativeName, thisPlatform } from '../../src/effects/policy-engine/native-program.ts';
import { processEnvironment } from '../../src/environment.ts';
import { allPlatforms, isPlatform, type Platform } from '../engine/build.ts';
import { noticesPath } from '../engine/sums.ts';
import type { Artefact, CheckContext, MakeContext, Proof } from './artefact.ts';
import { clientExports, writeClient } from './client.ts';
import { installedProgram } from './installed.ts';
import { manifest, normalize } from './program.ts';
import { type Program, proveChangedEngine, proveProgram } from './proof.ts';

const run = promisify(execFile);

export const npmPackage: Artefact = { name: 'npm', make, check };

const engineOf = (platform: string): string => `tipstaff-engine-${platform}`;
const fileOf = (name: string, version: string): string => `${name}-${version}.tgz`;

type Files = readonly [string, ...string[]];

async function make(context: MakeContext): Promise<readonly string[]> {
  const files = [await makeMain(context)];
  for (const platform of allPlatforms) files.push(await makeEngine(context, platform));
  return files;
}

/**
 * Builds the main package. Its manifest names the engine packages of the same version only if they are published. If
 * they were named without being published, anybody could publish packages under these names, and npm would install
 * them.
 */
export async function makeMain(
  context: Pick<MakeContext, 'program' | 'scratch' | 'folder' | 'root' | 'time' | 'isPublished'>,
): Promise<string> {
  const folder = join(context.scratch, 'tipstaff');
  await cp(await context.program(), folder, { recursive: true });
  await writeClient(context.root, folder);
  const engines = Object.fromEntries(allPlatforms.map((platform) => [engineOf(platform), manifest.version]));
  const optional = Object.fromEntries(allPlatforms.map((platform) => [engineOf(platform), { optional: true }]));
  const more = context.isPublished
    ? { optionalDependencies: engines }
    : { peerDependencies: engines, peerDependenciesMeta: optional };
  await writeManifest(folder, { ...manifest, exports: clientExports, ...more });
  return await pack(context, folder, manifest.name);
}

async function makeEngine(context: MakeContext, platform: Platform): Promise<string> {
  const name = engineOf(platform);
  const folder = join(context.scratch, name);
  const [os, cpu] = platform.split('-');
  await mkdir(folder);
  await cp(await context.engineProgram(platform), join(folder, nativeName(platform)));
  await cp(join(context.root, 'LICENSE'), join(folder, 'LICENSE'));
  await cp(noticesPath, join(folder, 'THIRD-PARTY-NOTICES.txt'));
  const { version, license } = manifest;
  const description = `Native policy engine of Tipstaff for ${platform}.`;
  await writeManifest(folder, { name, version, description, license, os: [os], cpu: [cpu], preferUnplugged: true });
  return await pack(context, folder, name);
}

const writeManifest = (folder: string, content: object): Promise<void> =>
  writeFile(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);

async function pack(
  { folder, time }: Pick<MakeContext, 'folder' | 'time'>,
  from: string,
  name: string,
): Promise<string> {
  await normalize(from, time);
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: from });
  return fileOf(name, manifest.version);
}

async function check(context: CheckContext): Promise<readonly Proof[]> {
  const main = fileOf('tipstaff', context.version);
  const engine = fileOf(engineOf(thisPlatform), context.version);
  const others = allPlatforms.filter((platform) => platform !== thisPlatform);
  return [
    await proveInstalled(context, [main], 'webassembly'),
    ...(isPlatform(thisPlatform)
      ? [await proveInstalled(context, [engine, main], 'native'), await proveWithChange(context, [engine, main])]
      : []),
    ...others.map((platform) => ({
      file: fileOf(engineOf(platform), context.version),
      notRun: `this machine is ${thisPlatform}`,
    })),
  ];
}

async function proveInstalled(context: CheckContext, files: Files, engine: 'native' | 'webassembly'): Promise<Proof> {
  const scratch = join(context.scratch, engine);
  const start = performance.now();
  const program = await install(
    files.map((file) => join(context.folder, file)),
    scratch,
  );
  const installed = performance.now() - start;
  const answered = await proveProgram(program, { ...context, scratch }, engine);
  return { file: files[0], installed, answered };
}

/** Checks that the program refuses a policy engine whose bytes differ from the engine in this release. */
async function proveWithChange(context: CheckContext, files: Files): Promise<Proof> {
  const scratch = join(context.scratch, 'changed');
  const program = await install(
    files.map((file) => join(context.folder, file)),
    scratch,
  );
  await appendFile(join(scratch, 'node_modules', engineOf(thisPlatform), nativeName(thisPlatform)), 'x');
  await proveChangedEngine(program, { ...context, scratch });
  return { file: files[0], variant: 'with a changed byte' };
}

/** Installs packages into a folder using only the package files. No cache, registry or npm configuration is used. */
export async function install(paths: readonly string[], folder: string): Promise<Program> {
  await mkdir(folder, { recursive: true });
  const words = ['install', '--offline', '--no-audit', '--no-fund', ...paths];
  await run('npm', words, { cwd: folder, env: { PATH: processEnvironment.PATH, HOME: folder } });
  return installedProgram({
    command: [join(folder, 'node_modules/.bin/tipstaff')],
    cwd: folder,
    data: join(folder, 'data'),
  });
}
