// Runs a program after each backup, for example to copy the backup elsewhere.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { variableNames } from '../../configuration/declarations.ts';
import type { Environment } from '../../environment.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { CommandFailed } from '../terminal/command.ts';

/** Argument that is replaced by the path of the backup. */
const placeholder = '{}';

const standardError = 2;

/** Returns the arguments with `{}` replaced by the path. If there is no `{}`, the path is appended. */
const wordsFor = (command: readonly string[], file: string): readonly string[] =>
  command.some((word) => word.includes(placeholder))
    ? command.map((word) => word.replaceAll(placeholder, file))
    : [...command, file];

/** Returns the environment without Tipstaff's own variables, some of which are secrets. */
const withoutOwn = (environment: Environment): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('TIPSTAFF_') && !variableNames.includes(name)),
  );

/**
 * Runs a command without a shell. All output of the command is written to standard error. Throws `CommandFailed` if the
 * command fails.
 */
export async function runHook(command: readonly string[], file: string, environment: Environment): Promise<void> {
  const [program = '', ...words] = wordsFor(command, file);
  const stays = `The backup ${file} was kept, and no older backup was deleted.`;
  const child = spawn(program, words, {
    env: withoutOwn(environment),
    stdio: ['ignore', standardError, standardError],
  });
  const [code, signal] = await once(child, 'exit').catch((error: unknown) => {
    throw new CommandFailed(`${program} cannot be run (${errorCode(error)}): correct the command of --run. ${stays}`);
  });
  if (code !== 0) throw new CommandFailed(`${program} failed (${signal ?? `exit status ${code}`}). ${stays}`);
}
