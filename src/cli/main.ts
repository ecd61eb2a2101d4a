import { pipeline } from 'node:stream/promises';
import { CommanderError, Command as Program } from 'commander';
import { version } from '../lib/version.ts';
import type { Command, Output, Terminal } from './command.ts';
import { commands, groups } from './commands/index.ts';
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

const addTo = (parent: Program, word: string, command: Command, done: Done): void => {
  const added = parent.command(word).description(command.description);
  const { argument, isArgumentOptional, others } = command;
  if (argument !== undefined) added.argument(isArgumentOptional ? `[${argument[0]}]` : `<${argument[0]}>`, argument[1]);
  if (others !== undefined) added.argument(`[${others[0]}...]`, others[1]);
  for (const { flags, description } of Object.values(command.options ?? {})) added.option(flags, description);
  added.option('--json', 'print one JSON document');
  added.action(async () => done(await perform(command, added.args, added.opts())));
};

const buildProgram = (done: Done): Program => {
  const program = new Program('reeve')
    .description('Governance of infrastructure as code: the service and its upkeep.')
    .version(version)
    .helpCommand(false)
    .exitOverride();
  const parents = new Map(
    Object.entries(groups).map(([name, description]) => [name, program.command(name).description(description)]),
  );
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ');
    addTo(parents.get(first) ?? program, second ?? first, command, done);
  }
  return program;
};

/** Runs the command that the words name; answers the exit status: 0, 1 for a failure, 2 for wrong usage or configuration. */
export const runCommandLine = async (words: readonly string[]): Promise<number> => {
  const codes: number[] = [];
  try {
    await buildProgram((exitCode) => codes.push(exitCode)).parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (words.includes('--json')) writeErrors([error.message.replace(/^error: /, '')]);
    return usageExit;
  }
  return codes[0] ?? 0;
};
