// Chooses between the two builds of the policy engine. The native program is built for this machine's CPU and needs a
// fraction of the time. The WebAssembly module runs on every machine and is sandboxed by design.

import { version } from '../../kernel/version.ts';
import { EngineEnded, type EngineSettings, startEngine } from './engine-process.ts';
import { builtPath, enginePackage, findNative, installedPath, nativePath, thisPlatform } from './native-program.ts';
import { pinProgram } from './pinned-program.ts';
import { defaultTimeouts } from './timeouts.ts';

/** Value of TIPSTAFF_POLICY_ENGINE that selects the WebAssembly module. */
export const webAssembly = 'webassembly';

export interface EngineChoice {
  readonly kind: 'native' | 'webassembly';
  /** Reason for the choice, in full sentences. They do not name the chosen build. */
  readonly reason: string;
  /** Whether a native program exists but cannot be used. The operator probably does not expect this. */
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

/** Engine for commands that evaluate few policies or none. */
export const shippedEngine = module('This engine comes with Tipstaff.');

/** Chooses the engine for a CLI command, whose policies belong to the user who runs it. */
export async function engineOfCommand(
  named: string | undefined,
  path = nativePath(),
  opened = path,
): Promise<EngineChoice> {
  if (named === webAssembly) return module('TIPSTAFF_POLICY_ENGINE selects this engine.');
  if (named !== undefined) return native(named, 'TIPSTAFF_POLICY_ENGINE names the program.');
  const state = await findNative(opened);
  if (state === 'absent') {
    return module(`No native policy engine for ${thisPlatform} is installed. No action is required.`);
  }
  if (state === 'different') {
    return module(
      `${path} does not match the checksum that comes with Tipstaff: remove the program, or ${replacementOf(path)}.`,
      true,
    );
  }
  return native(path, 'The checksum of the program matches the checksum that comes with Tipstaff.');
}

function replacementOf(path: string): string {
  if (path === builtPath(thisPlatform)) return 'build the program again with "npm run engine:native"';
  return `install ${path === installedPath ? 'Tipstaff' : enginePackage} ${version}`;
}

/**
 * Chooses the engine for a service. Users who do not trust each other write the policies. So a native program is only
 * used after it has proved that it is sandboxed.
 */
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
  return { ...choice, settings, reason: `${choice.reason} The sandbox of the program works.` };
}

/** Returns the reason why a native program is not sandboxed on this machine, or undefined if it is sandboxed. */
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
