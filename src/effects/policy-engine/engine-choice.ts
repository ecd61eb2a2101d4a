// The choice between the two builds of the policy engine: a program for the machine's own processor, which costs a fraction, and
// WebAssembly, which runs everywhere and confines itself.

import { version } from '../../kernel/version.ts';
import { EngineEnded, type EngineSettings, startEngine } from './engine-process.ts';
import { builtPath, enginePackage, findNative, installedPath, nativePath, thisPlatform } from './native-program.ts';
import { pinProgram } from './pinned-program.ts';
import { defaultTimeouts } from './timeouts.ts';

/** The value of TIPSTAFF_POLICY_ENGINE that chooses WebAssembly. */
export const webAssembly = 'webassembly';

export interface EngineChoice {
  readonly kind: 'native' | 'webassembly';
  /** Sentences that do not repeat which build it is. */
  readonly reason: string;
  /** Set where a program is there that cannot be used: somebody expects it to be. */
  readonly isUnexpected: boolean;
  readonly settings: Pick<EngineSettings, 'program' | 'isConfined'>;
}

const module = (reason: string, isUnexpected = false): EngineChoice => ({
  kind: 'webassembly',
  reason,
  isUnexpected,
  settings: {},
});

const native = (program: string, reason: string): EngineChoice => ({
  kind: 'native',
  reason,
  isUnexpected: false,
  settings: { program },
});

/** The engine of what evaluates nothing, or little. */
export const shippedEngine = module('It comes with Tipstaff.');

/** The engine of the command line, whose policies are those of the person who runs it. */
export async function engineOfCommand(
  named: string | undefined,
  path = nativePath(),
  opened = path,
): Promise<EngineChoice> {
  if (named === webAssembly) return module('TIPSTAFF_POLICY_ENGINE asks for it.');
  if (named !== undefined) return native(named, 'TIPSTAFF_POLICY_ENGINE names it.');
  const state = await findNative(opened);
  if (state === 'absent') {
    return module(`No program of the policy engine for ${thisPlatform} is installed. Nothing needs to be done.`);
  }
  if (state === 'different') {
    return module(
      `${path} is not the build whose checksum comes with Tipstaff: remove it, or ${replacementOf(path)}.`,
      true,
    );
  }
  return native(path, 'Its checksum is the one that comes with Tipstaff.');
}

function replacementOf(path: string): string {
  if (path === builtPath(thisPlatform)) return 'build it again with "npm run engine:native"';
  return `install ${path === installedPath ? 'Tipstaff' : enginePackage} ${version}`;
}

/** The engine of a service, whose policies come from people who do not trust each other: a program proves that it is confined. */
export async function engineOfService(
  {
    policyEngine: named,
    policyEngineMemory: memory,
  }: {
    readonly policyEngine?: string | undefined;
    readonly policyEngineMemory: number;
  },
  path = nativePath(),
): Promise<EngineChoice> {
  const pinned = named === undefined ? pinProgram(path) : undefined;
  const choice = await engineOfCommand(named, path, pinned?.path);
  if (choice.kind === 'webassembly') return choice;
  const settings = { program: pinned?.start ?? named ?? path, isConfined: true };
  const problem = await confinementProblem({ ...settings, memory });
  if (problem !== undefined) return module(`${named ?? path} cannot be used: ${problem}.`, true);
  return { ...choice, settings, reason: `${choice.reason} It proved that it is confined.` };
}

/** The reason why a program does not confine itself here; one that does answers. */
async function confinementProblem(settings: EngineSettings): Promise<string | undefined> {
  await using stack = new AsyncDisposableStack();
  const started = startEngine(settings);
  stack.defer(started.stop);
  try {
    await started.answerTo({ header: { op: 'version' }, timeout: defaultTimeouts.start });
    return undefined;
  } catch (error) {
    if (!(error instanceof EngineEnded)) throw error;
    return error.report.trim().split('\n')[0] || error.message;
  }
}
