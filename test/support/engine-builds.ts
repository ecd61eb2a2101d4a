// The two builds of the policy engine: the WebAssembly module and the native program. If Go is installed, the native
// program is built once for the current sources.
import type { EngineSettings } from '../../src/effects/policy-engine/engine-process.ts';
import { keptEngine } from './kept-programs.ts';

export interface EngineBuild {
  readonly name: string;
  readonly settings: Pick<EngineSettings, 'program' | 'isConfined'>;
  /** Reason why this machine cannot run the build; false if it can run the build. */
  readonly skip: string | false;
}

interface NativeBuild {
  /** Path of the program; empty if the program does not exist. */
  readonly program: string;
  /** Reason why the program does not exist; false if it exists. */
  readonly noProgram: string | false;
  /** Reason why this machine cannot run the program in a sandbox; false if it can. */
  readonly noConfinement: string | false;
}

let build: Promise<NativeBuild> | undefined;

/**
 * Returns the native program, which is built once. Call this function only within a test: a test that is declared after
 * an `await` would not belong to its file.
 */
export function nativeBuild(): Promise<NativeBuild> {
  build ??= keptEngine().then((made) => {
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
