// Runs a program that is installed on this machine. Its environment contains only PATH and the given variables.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { processEnvironment } from '../../src/environment.ts';
import type { Program, Service } from './proof.ts';

export interface Installation {
  /** Path of the program and its first arguments. Further arguments are appended to them. */
  readonly command: readonly [string, ...string[]];
  /** Data folder of the service. */
  readonly data: string;
  /** Working directory. */
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export function installedProgram({ command, data, cwd, variables = {} }: Installation): Program {
  const [program, ...first] = command;
  const start = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    spawn(program, [...first, ...words], {
      cwd,
      env: { PATH: processEnvironment.PATH, HOME: cwd, TIPSTAFF_DATA_DIR: data, ...variables, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    run: async (words, more) => {
      const child = start(words, more);
      const closed = once(child, 'close');
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      await closed;
      return { code: child.exitCode, stdout, stderr };
    },
    serve: () => serviceOf(start(['serve', '--json'], { TIPSTAFF_PORT: '0' })),
  };
}

async function serviceOf(child: ChildProcess): Promise<Service> {
  const logged: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => logged.push(piece));
  const stop = async (): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const end = once(child, 'exit');
    child.kill('SIGTERM');
    await end;
    return child.exitCode;
  };
  let document = '';
  for await (const piece of child.stdout ?? []) {
    document += String(piece);
    if (!document.endsWith('\n}\n')) continue;
    const { address, firstAdministrator } = JSON.parse(document);
    return { url: address, oneTimeToken: firstAdministrator.token, stop };
  }
  throw new Error(`The service ended before it listened: ${logged.join('')}`);
}
