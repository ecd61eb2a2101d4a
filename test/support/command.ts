// Runs the command line, either within this process or as the real program in a child process.
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

/** Result of a command-line program. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Returns the parsed JSON of standard output. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of every command pass through here
  readonly json: () => any;
}

export interface CommandOptions {
  readonly input?: string;
  /** Whether standard input and standard error count as a terminal, at which the command can ask questions. */
  readonly isTerminal?: boolean;
  /** Path of the configuration file that is read if the command names none. */
  readonly usualFile?: string;
  /** Called with each piece of the command's standard error. */
  readonly watch?: (text: string) => void;
}

export interface RunOptions extends CommandOptions {
  /** Node.js options, which precede the program's path. */
  readonly nodeOptions?: readonly string[];
  readonly program?: string;
  /** Path of the Node.js binary; by default the binary that runs the tests. */
  readonly node?: string;
  /**
   * Whether the service's log is excluded from the test output. Tests that send many requests set this, because their
   * log is long.
   */
  readonly keepsLog?: boolean;
  /** Additional arguments of `serve`. */
  readonly words?: readonly string[];
}

/**
 * Default environment variables that a test can override: the policy engine of the test run, and no configuration file.
 */
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

/** Runs a command to completion within this process, with separate environment variables, input and output. */
export const tipstaff = async (
  words: readonly string[],
  environment: Environment = {},
  { input = '', isTerminal = false, usualFile, watch }: CommandOptions = {},
): Promise<Outcome> => {
  const [stdout, stderr] = [collector(), collector(watch)];
  const code = await runCommandLine(words, {
    environment: { ...ownVariables, ...environment },
    usualFile,
    stdin: Object.assign(Readable.from([input]), { isTTY: isTerminal }),
    stdout: stdout.stream,
    stderr: Object.assign(stderr.stream, { isTTY: isTerminal }),
    openEngine: lendEngine,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text(), json: () => JSON.parse(stdout.text()) };
};

/** Runs a command to completion in a child process. */
export const tipstaffProcess = (
  words: readonly string[],
  environment: Environment = {},
  options: RunOptions = {},
): Promise<Outcome> => {
  const child = startProcess(words, environment, options);
  child.stdin?.end(options.input ?? '');
  return outcomeOf(child);
};

/** Service that runs in a child process. */
export interface Running extends AsyncDisposable {
  readonly url: string;
  /** Parsed output of `serve --json`. */
  // biome-ignore lint/suspicious/noExplicitAny: one document, looked into freely
  readonly output: any;
  readonly child: ChildProcess;
  /** Returns the log that the service has written so far. */
  readonly log: () => string;
  /** Sends SIGTERM, waits for the process to exit and returns the exit status. */
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

/** Starts the service on a free port and waits until it listens. */
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

/** Starts the service without `--json`, returns the lines that it prints, and stops it. */
export const linesOfStart = async (environment: Environment): Promise<readonly string[]> => {
  const child = startProcess(['serve'], environment, {});
  child.stdout?.once('data', () => child.kill('SIGTERM'));
  const { stdout } = await outcomeOf(child);
  return stdout.trimEnd().split('\n');
};

/**
 * Returns environment variables for a command: the test's database, and any free port, because a concurrent test may
 * use the default port.
 */
export const environmentOf = (location: FreshDatabase): Environment => ({
  TIPSTAFF_PORT: '0',
  TIPSTAFF_DATA_DIR: location.dataDir,
  TIPSTAFF_LOG_LEVEL: 'error',
  ...databaseVariables(location),
  ...(location.databaseUrl !== undefined && { TIPSTAFF_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }),
});

type Play = (environment: Environment) => Promise<void>;

/** Declares a command-line test that runs on one database engine with a separate database. */
export const commandsOn = (engine: Engine, sentence: string, play: Play): void => {
  test(`${sentence} (${engine})`, async () => {
    await using database = await freshDatabase(engine);
    await play(environmentOf(database));
  });
};

/** Declares a command-line test that runs on each database engine with a separate database. */
export const commandsOnEachEngine = (sentence: string, play: Play): void => {
  for (const engine of engines) commandsOn(engine, sentence, play);
};
