import { pipeline } from 'node:stream/promises';
import { CommanderError, Command as Program } from 'commander';
import { version } from '../lib/version.ts';
import type { Command, Output, Terminal } from './command.ts';
import { type CommandEntry, commands, groups } from './commands/index.ts';
import { type Failure, failureOf } from './failure.ts';

const usageExit = 2;

const write = (output: Output, isJson: boolean): void => {
  process.stdout.write(isJson ? `${JSON.stringify(output.json, null, 2)}\n` : `${output.text}\n`);
};

const writeErrors = (sentences: readonly string[]): void => {
  const errors = sentences.map((detail) => ({ detail }));
  process.stdout.write(`${JSON.stringify({ errors }, null, 2)}\n`);
};

const writeFailure = ({ sentences, stack }: Failure, isJson: boolean): void => {
  if (isJson) writeErrors(sentences);
  process.stderr.write(`${[...sentences, ...(stack === undefined ? [] : [stack])].join('\n')}\n`);
};

const stream = async (texts: AsyncIterable<string>): Promise<void> => {
  try {
    await pipeline(texts, process.stdout, { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
};

/** Runs one command; answers the exit status. */
const perform = async (
  command: Command,
  words: readonly string[],
  raw: Readonly<Record<string, unknown>>,
): Promise<number> => {
  const isJson = raw.json === true;
  const terminal: Terminal = { print: (output) => write(output, isJson), stream };
  try {
    const output = await command.execute(words, raw, terminal);
    if (output !== undefined) write(output, isJson);
    return output?.exitCode ?? 0;
  } catch (error) {
    const failure = failureOf(error);
    writeFailure(failure, isJson);
    return failure.exitCode;
  }
};

type Done = (exitCode: number) => void;

const addTo = (
  parents: ReadonlyMap<string, Program>,
  program: Program,
  { usage, description }: CommandEntry,
): Program => {
  const [first = '', ...rest] = usage.split(' ');
  const parent = parents.get(first);
  return (parent ?? program)
    .command(parent === undefined ? usage : rest.join(' '))
    .description(description)
    .option('--json', 'print one JSON document');
};

/** Completes a command by what its module says of its arguments and options. */
const complete = (program: Program, command: Command, done: Done): void => {
  const descriptions = [command.argument, command.others];
  program.registeredArguments.forEach((argument, index) => {
    argument.description = descriptions[index] ?? '';
  });
  for (const { flags, description } of Object.values(command.options ?? {})) program.option(flags, description);
  program.action(async () => done(await perform(command, program.args, program.opts())));
};

/** Whether the words call a command. */
const isCalled = ({ usage }: CommandEntry, words: readonly string[]): boolean =>
  usage
    .split(' ')
    .filter((word) => !/^[<[]/.test(word))
    .every((word, index) => words[index] === word);

const buildProgram = async (words: readonly string[], done: Done): Promise<Program> => {
  const program = new Program('reeve')
    .description('Governance of infrastructure as code: the service and its administration.')
    .version(version)
    .helpCommand(false)
    .exitOverride();
  const parents = new Map(
    Object.entries(groups).map(([name, description]) => [name, program.command(name).description(description)]),
  );
  for (const entry of commands) {
    const added = addTo(parents, program, entry);
    if (isCalled(entry, words)) complete(added, await entry.load(), done);
  }
  return program;
};

/** Runs the command that the words name; answers the exit status: 0, 1 for a failure, 2 for wrong usage or configuration. */
export const runCommandLine = async (words: readonly string[]): Promise<number> => {
  const codes: number[] = [];
  try {
    const program = await buildProgram(words, (exitCode) => codes.push(exitCode));
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (words.includes('--json')) writeErrors([error.message.replace(/^error: /, '')]);
    return usageExit;
  }
  return codes[0] ?? 0;
};
