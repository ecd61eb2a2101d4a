import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CommanderError, Command as Program } from 'commander';
import type { OpenPolicyEngine } from '../effects/policy-engine/policy-engine.ts';
import { type Environment, processEnvironment, usualConfigurationFile } from '../environment.ts';
import { version } from '../kernel/version.ts';
import { errorCode } from '../lib/errors/error-code.ts';
import { commands, groups } from './commands/index.ts';
import {
  type Command,
  CommandFailed,
  type CommandProblem,
  type Declaration,
  type Output,
  type Terminal,
  UsageError,
} from './terminal/command.ts';
import type { Failure } from './terminal/failure.ts';
import { readOptions } from './terminal/options.ts';
import { type Questions, questionsOn } from './terminal/questions.ts';
import { terminalJson, terminalLine, terminalText } from './terminal/terminal-text.ts';

const usageExit = 2;

/** Minimum width of the description column in characters. Help texts do not wrap descriptions in a narrower column. */
const minWidthToWrap = 20;

/** Environment and standard streams of the command line. */
export interface Surroundings {
  readonly environment: Environment;
  /** Default configuration file. It is read if it exists and no other file is given. */
  readonly usualFile?: string | undefined;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Starts the policy engine process. Tests can replace this function. */
  readonly openEngine?: OpenPolicyEngine;
}

const surroundingsOfProcess = (): Surroundings => {
  const { stdin, stdout, stderr } = process;
  // The callback of `write` already receives errors. Without this listener, the error event would end the process.
  for (const each of [stdout, stderr]) each.on('error', () => undefined);
  // The default configuration file is not read on Windows, because any account could create a file at its path.
  const usualFile = process.platform === 'win32' ? undefined : usualConfigurationFile;
  return { environment: processEnvironment, usualFile, stdin, stdout, stderr };
};

/** Error code of a write to a pipe whose reader has exited. */
const readerGone = 'EPIPE';

/** Writes the complete output. It is no error if the reading process, such as `head`, exits early. */
const write = ({ stdout }: Surroundings, output: Output, isJson: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    stdout.write(isJson ? `${terminalJson(output.json)}\n` : `${output.text}\n`, (error) => {
      if (error == null || errorCode(error) === readerGone) resolve();
      else reject(error);
    });
  });

/** Formats a problem as a JSON:API error object, but without `status` and `title`. */
const errorObject = ({ code, detail, pointer, params }: CommandProblem) => ({
  ...(code !== undefined && { code }),
  detail,
  ...(pointer !== undefined && { source: { pointer } }),
  ...(params !== undefined && { meta: params }),
});

const writeErrors = ({ stdout }: Surroundings, problems: readonly CommandProblem[]): void => {
  stdout.write(`${terminalJson({ errors: problems.map(errorObject) })}\n`);
};

const writeFailure = (surroundings: Surroundings, { problems, stack }: Failure, isJson: boolean): void => {
  if (isJson) writeErrors(surroundings, problems);
  const lines = [...problems.map(({ detail }) => terminalLine(detail)), ...(stack === undefined ? [] : [stack])];
  surroundings.stderr.write(`${lines.join('\n')}\n`);
};

const stream = async ({ stdout }: Surroundings, pieces: AsyncIterable<string | Uint8Array>): Promise<void> => {
  try {
    await pipeline(pieces, stdout, { end: false });
  } catch (error) {
    if (errorCode(error) !== readerGone) throw error;
    throw new CommandFailed('The output was closed early, so it is incomplete.');
  }
};

const terminalOf = (surroundings: Surroundings, questions: Questions, isJson: boolean): Terminal => {
  const writeLine = (sentence: string) => surroundings.stderr.write(`${terminalLine(sentence)}\n`);
  return {
    environment: surroundings.environment,
    openEngine: surroundings.openEngine,
    input: () => text(surroundings.stdin),
    // An error while writing this output is ignored, so that a running service continues.
    print: (output) => void write(surroundings, output, isJson).catch(() => undefined),
    stream: (pieces) => stream(surroundings, pieces),
    isInteractive: questions.isAnswerable && !isJson,
    ask: questions.ask,
    warn: writeLine,
    progress: writeLine,
  };
};

/** Throws `UsageError` if `--json` is combined with a `--format` other than `json`. */
const requireOneForm = ({ format }: Readonly<Record<string, unknown>>, isJson: boolean): void => {
  if (!isJson || format === undefined || format === 'json') return;
  throw new UsageError(`--json and --format ${String(format)} cannot be combined: leave one of them out.`);
};

const requireChoices = ({ options = {} }: Declaration, raw: Readonly<Record<string, unknown>>): void => {
  for (const [name, { flags, choices }] of Object.entries(options)) {
    const value = raw[name];
    if (value === undefined || choices === undefined || choices.some((each) => each === value)) continue;
    throw new UsageError(`${flags.split(' ')[0]} must be one of ${choices.join(', ')}.`);
  }
};

/** Returns the environment variables, completed with the values from the configuration file. */
const configured = async ({ environment, usualFile }: Surroundings, flag: unknown): Promise<Environment> => {
  const { filePlace, withConfigurationFile } = await import('../configuration/file.ts');
  const named = typeof flag === 'string' ? flag : undefined;
  return withConfigurationFile(environment, filePlace(environment, named, usualFile));
};

/** Runs a command and returns its exit status. */
const perform = async (
  { declaration, load }: Command,
  called: Program,
  surroundings: Surroundings,
): Promise<number> => {
  const raw = called.optsWithGlobals();
  const [subject = '', ...others] = called.args;
  const isJson = raw.json === true;
  const environment = await configured(surroundings, raw.config);
  using questions = questionsOn(surroundings);
  try {
    requireChoices(declaration, raw);
    requireOneForm(raw, isJson);
    const terminal = terminalOf({ ...surroundings, environment }, questions, isJson);
    const act = await load();
    const output = await act({ subject, others, options: readOptions(declaration.options, raw) }, terminal);
    if (output !== undefined) await write(surroundings, output, isJson);
    return output?.exitCode ?? 0;
  } catch (error) {
    // This module is loaded only after a failure, to keep help and successful commands fast.
    const { failureOf } = await import('./terminal/failure.ts');
    const { withWrittenNames } = await import('../configuration/written-names.ts');
    const failure = failureOf(error);
    const problems = failure.problems.map((problem) => ({
      ...problem,
      detail: withWrittenNames(environment, problem.detail),
    }));
    writeFailure(surroundings, { ...failure, problems }, isJson);
    return failure.exitCode;
  }
};

/** Returns the name of a command, which is its usage text without the arguments. */
const nameOf = (usage: string): string =>
  usage
    .split(' ')
    .filter((word) => !/^[<[]/.test(word))
    .join(' ');

const addTo = (
  parents: ReadonlyMap<string, Program>,
  program: Program,
  { usage, description, argument, others, options = {} }: Declaration,
): Program => {
  const [first = '', ...rest] = usage.split(' ');
  const parent = parents.get(first);
  const added = (parent ?? program)
    .command(parent === undefined ? usage : rest.join(' '))
    .description(description)
    .option('--json', 'print one JSON document');
  added.showHelpAfterError(`"tipstaff ${nameOf(usage)} --help" shows its arguments and options.`);
  const descriptions = [argument, others];
  added.registeredArguments.forEach((each, index) => {
    each.description = descriptions[index] ?? '';
  });
  for (const { flags, description: text, isRepeated } of Object.values(options)) {
    if (isRepeated === true) added.option(flags, text, collected);
    else added.option(flags, text);
  }
  return added;
};

const collected = (value: string, values: readonly string[] = []): readonly string[] => [...values, value];

type Act = (command: Command, called: Program) => Promise<void>;

const buildProgram = (surroundings: Surroundings, act: Act): Program => {
  const { stdout, stderr } = surroundings;
  const program = new Program('tipstaff')
    .description('Governance of infrastructure as code: the service and its administration.')
    .version(version)
    .option(
      '--config <file>',
      `the configuration file, or none; default: TIPSTAFF_CONFIG, or ${usualConfigurationFile}`,
    )
    .helpCommand('help [command]', 'display help for command')
    .configureHelp({ minWidthToWrap, showGlobalOptions: true })
    .showHelpAfterError('"tipstaff --help" lists the commands.')
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(terminalText(text)) })
    .exitOverride();
  const parents = new Map(
    Object.entries(groups).map(([name, description]) => {
      const group = program.command(name).description(description);
      return [name, group.showHelpAfterError(`"tipstaff ${name} --help" lists its commands.`)];
    }),
  );
  for (const command of commands) {
    const added = addTo(parents, program, command.declaration);
    added.action(() => act(command, added));
  }
  return program;
};

/**
 * Runs a command line and returns its exit status: 0 for success, 1 for a failure, 2 for wrong usage or an invalid
 * configuration.
 */
export const runCommandLine = async (
  words: readonly string[],
  surroundings: Surroundings = surroundingsOfProcess(),
): Promise<number> => {
  const codes: number[] = [];
  try {
    const program = buildProgram(surroundings, async (command, called) => {
      codes.push(await perform(command, called, surroundings));
    });
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (words.includes('--json')) writeErrors(surroundings, [{ detail: error.message.replace(/^error: /, '') }]);
    return usageExit;
  }
  return codes[0] ?? 0;
};
