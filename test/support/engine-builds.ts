// The two builds of the policy engine. The program is built where Go is, once for the sources as they are.
import { chmod, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildNative, isPlatform } from '../../scripts/engine/build.ts';
import { hasModules, hasPinnedGo, pinnedGo } from '../../scripts/engine/go.ts';
import { readSums } from '../../scripts/engine/sums.ts';
import type { EngineSettings } from '../../src/effects/policy-engine/engine-process.ts';
import { findNative, nativePath, thisPlatform } from '../../src/effects/policy-engine/native-program.ts';

export interface EngineBuild {
  readonly name: string;
  readonly settings: Pick<EngineSettings, 'program' | 'isConfined'>;
  /** Reason why the machine cannot run it; false where it can. */
  readonly skip: string | false;
}

/** The program for this machine, or the reason that there is none. */
async function program(): Promise<{ readonly path: string } | { readonly missing: string }> {
  const { native } = await readSums();
  const kept = join(tmpdir(), `tipstaff-engine-${native[thisPlatform]}`);
  for (const path of [nativePath(), kept]) if ((await findNative(path)) === 'sound') return { path };
  if (!isPlatform(thisPlatform)) return { missing: `there is no program of the engine for ${thisPlatform}` };
  if (!(await hasPinnedGo())) return { missing: `${await pinnedGo()} is not here to build the engine as a program` };
  if (!(await hasModules())) return { missing: 'the modules of the engine cannot be fetched here' };
  const programs = await buildNative([thisPlatform]);
  const other = `${kept}.${process.pid}`;
  await writeFile(other, programs.get(thisPlatform) ?? '');
  await chmod(other, 0o755);
  await rename(other, kept);
  return { path: kept };
}

interface NativeBuild {
  /** The path of the program; empty where there is none. */
  readonly program: string;
  /** The reason why there is no program; false where there is. */
  readonly noProgram: string | false;
  /** The reason why no program can be confined here; false where one can. */
  readonly noConfinement: string | false;
}

let build: Promise<NativeBuild> | undefined;

/** The program, built once. Called within a test: one that is declared after a wait belongs to no file. */
export function nativeBuild(): Promise<NativeBuild> {
  build ??= program().then((made) => {
    const noProgram = 'missing' in made ? made.missing : false;
    const noConfinement = noProgram || (process.platform === 'linux' ? false : 'only Linux can confine a program');
    return { program: 'path' in made ? made.path : '', noProgram, noConfinement };
  });
  return build;
}

export const buildNames = ['WebAssembly', 'a confined program'] as const;

export async function engineBuild(name: (typeof buildNames)[number]): Promise<EngineBuild> {
  if (name === 'WebAssembly') return { name, settings: {}, skip: false };
  const { program: path, noConfinement } = await nativeBuild();
  return { name, settings: { program: path, isConfined: true }, skip: noConfinement };
}
