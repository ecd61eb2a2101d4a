// The two builds of the policy engine. The program is built where Go is, once for the sources as they are.
import type { EngineSettings } from '../../src/effects/policy-engine/engine-process.ts';
import { keptEngine } from './kept-programs.ts';

export interface EngineBuild {
  readonly name: string;
  readonly settings: Pick<EngineSettings, 'program' | 'isConfined'>;
  /** Reason why the machine cannot run it; false where it can. */
  readonly skip: string | false;
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
