// The command line as its users run it: in this process, or as the real program in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/cli/main.ts';
import type { Engine } from '../../src/db/engine.ts';
import { webAssembly } from '../../src/effects/policy-engine/engine-choice.ts';
import { databaseVariables, type FreshDatabase, freshDatabase } from './database.ts';
import { engineProgram, lendEngine } from './lent-engine.ts';
import { startOptions } from './start-options.ts';
import { engines } from './world.ts';

const program = fileURLToPath(new URL('../../bin/tipstaff.js', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

/** Result of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of every command pass through here
  readonly json: () => any;
}

export interface CommandOptions {
  readonly input?: string;
  /** The configuration file that is read if nothing names one. */
  readonly usualFile?: string;
  /** Is given what the command writes to standard error, as it comes. */
  readonly watch?: (text: string) => void;
}

export interface RunOptions extends CommandOptions {
  /** Options before the program's path on Node's own command line. */
  readonly nodeOptions?: readonly string[];
  readonly program?: string;
  /** The Node that runs it; the one that runs the tests by default. */
  readonly node?: string;
  /** True if the log of a service is for the test alone, which requests much of it. */
  readonly keepsLog?: boolean;
  /** Further words of "serve". */
  readonly words?: readonly string[];
}

/** The engine of the run and no configuration file of this machine, unless a test names others. */
const ownVariables = {
  TIPSTAFF_POLICY_ENGINE: engineProgram ?? webAssembly,
  TIPSTAFF_CONFIG: 'none',
};

export const startProcess = (
  words: readonly string[],
  environment: Environment,
  options: RunOptions = {},
): ChildProcess =>
  spawn(
    options.node ?? process.execPath,
    [...startOptions, ...(options.nodeOptions ?? []), options.program ?? program, ...words],
    {
      env: { ...ownVariables, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );

const textOf = (stream: ChildProcess['stdout']): Promise<string> =>
  stream === null ? Promise.resolve('') : text(stream);

const outcomeOf = async (child: ChildProcess): Promise<Outcome> => {
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  await closed;
  return { code: child.exitCode, stdout, stderr, json: () => JSON.parse(stdout) };
};

const collector = (watch?: (text: string) => void) => {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(Buffer.from(chunk));
      watch?.(String(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
};

/** Runs a command to its end, within this process: it has variables, an input and outputs of its own. */
export const tipstaff = async (
  words: readonly string[],
  environment: Environment = {},
  { input = '', usualFile, watch }: CommandOptions = {},
): Promise<Outcome> => {
  const [stdout, stderr] = [collector(), collector(watch)];
  const code = await runCommandLine(words, {
    environment: { ...ownVariables, ...environment },
    usualFile,
    stdin: Readable.from([input]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    openEngine: lendEngine,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text(), json: () => JSON.parse(stdout.text()) };
};

/** Runs a command to its end, as the real program. */
export const tipstaffProcess = (
  words: readonly string[],
  environment: Environment = {},
  options: RunOptions = {},
): Promise<Outcome> => {
  const child = startProcess(words, environment, options);
  child.stdin?.end(options.input ?? '');
  return outcomeOf(child);
};

/** A service that runs in a process of its own. */
export interface Running extends AsyncDisposable {
  readonly url: string;
  /** The output of `serve --json`. */
  // biome-ignore lint/suspicious/noExplicitAny: one document, looked into freely
  readonly output: any;
  readonly child: ChildProcess;
  /** Log so far. */
  readonly log: () => string;
  /** Sends SIGTERM and waits for the end. */
  readonly stop: () => Promise<number | null>;
}

const endOf = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit');

const firstDocument = async (child: ChildProcess): Promise<string> => {
  const lines: string[] = [];
  for await (const chunk of child.stdout ?? []) {
    lines.push(String(chunk));
    if (lines.join('').endsWith('\n}\n')) return lines.join('');
  }
  throw new Error('the service ended before it listened');
};

/** Starts the service on any free port and waits until it listens. */
export const startService = async (environment: Environment, options: RunOptions = {}): Promise<Running> => {
  const child = startProcess(
    ['serve', '--json', ...(options.words ?? [])],
    { TIPSTAFF_PORT: '0', TIPSTAFF_LOG_LEVEL: 'error', ...environment },
    options,
  );
  const logged: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => logged.push(chunk));
  if (options.keepsLog !== true) child.stderr?.pipe(process.stderr);
  const output = JSON.parse(
    await firstDocument(child).catch((cause: unknown) => {
      throw new Error(`no start: ${logged.join('')}`, { cause });
    }),
  );
  const stop = async () => {
    child.kill('SIGTERM');
    await endOf(child);
    return child.exitCode;
  };
  const log = () => logged.join('');
  return { url: output.address, output, child, log, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
};

/** Lines that the service writes for people when it starts; it is ended then. */
export const linesOfStart = async (environment: Environment): Promise<readonly string[]> => {
  const child = startProcess(['serve'], environment, {});
  child.stdout?.once('data', () => child.kill('SIGTERM'));
  const { stdout } = await outcomeOf(child);
  return stdout.trimEnd().split('\n');
};

/** The variables that lead a command to a test's own database, and to any free port: another test may have the usual one. */
export const environmentOf = (location: FreshDatabase): Environment => ({
  TIPSTAFF_PORT: '0',
  TIPSTAFF_DATA_DIR: location.dataDir,
  TIPSTAFF_LOG_LEVEL: 'error',
  ...databaseVariables(location),
  ...(location.databaseUrl !== undefined && { TIPSTAFF_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }),
});

type Play = (environment: Environment) => Promise<void>;

/** Declares a test of the command line that runs on one engine, with a database of its own. */
export const commandsOn = (engine: Engine, sentence: string, play: Play): void => {
  test(`${sentence} (${engine})`, async () => {
    await using database = await freshDatabase(engine);
    await play(environmentOf(database));
  });
};

/** Declares a test of the command line that runs on each engine, with a database of its own. */
export const commandsOnEachEngine = (sentence: string, play: Play): void => {
  for (const engine of engines) commandsOn(engine, sentence, play);
};
