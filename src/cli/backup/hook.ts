// A program that is run for each backup, such as one that copies it elsewhere.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { variableNames } from '../../configuration/declarations.ts';
import type { Environment } from '../../environment.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import { CommandFailed } from '../terminal/command.ts';

/** Stands for the path of the backup among the words of a command. */
const placeholder = '{}';

const standardError = 2;

/** The words of a command with the path in place of `{}`, or after them. */
const wordsFor = (command: readonly string[], file: string): readonly string[] =>
  command.some((word) => word.includes(placeholder))
    ? command.map((word) => word.replaceAll(placeholder, file))
    : [...command, file];

/** The variables of the process without those of Tipstaff, some of which are secrets. */
const withoutOwn = (environment: Environment): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('TIPSTAFF_') && !variableNames.includes(name)),
  );

/** Runs a command without a shell; its outputs go to standard error. Throws `CommandFailed` where it fails. */
export async function runHook(command: readonly string[], file: string, environment: Environment): Promise<void> {
  const [program = '', ...words] = wordsFor(command, file);
  const stays = `The backup ${file} stays, and no older one was deleted.`;
  const child = spawn(program, words, {
    env: withoutOwn(environment),
    stdio: ['ignore', standardError, standardError],
  });
  const [code, signal] = await once(child, 'exit').catch((error: unknown) => {
    throw new CommandFailed(`${program} cannot be run (${errorCode(error)}): correct the command of --run. ${stays}`);
  });
  if (code !== 0) throw new CommandFailed(`${program} failed (${signal ?? `exit status ${code}`}). ${stays}`);
}
