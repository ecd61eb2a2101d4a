// A command is two values: its declaration, which help shows, and what runs it. One place turns both into the command line.
import type { OpenPolicyEngine } from '../effects/policy-engine/policy-engine.ts';
import type { Environment } from '../environment.ts';
import { type Options, readOptions, type ValuesOf } from './options.ts';

/** Output of a command: aligned text for people, one JSON document for programs. */
export interface Output {
  readonly text: string;
  readonly json: object;
  /** The process's exit status; 0 by default. */
  readonly exitCode?: number;
}

/** Problems that keep a command from its end; each is one plain sentence, which is one line of a terminal. */
abstract class CommandProblems extends Error {
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The command was called in a way that it does not take. */
export class UsageError extends CommandProblems {
  override readonly name = 'UsageError';
}

/** The command was right, but what it asks for can't be done. */
export class CommandFailed extends CommandProblems {
  override readonly name = 'CommandFailed';
}

/** Nothing can be said, because what was to be looked at could not be. */
export class NotChecked extends CommandProblems {
  override readonly name = 'NotChecked';
}

/** Input and output of a command beside the service's data. */
export interface Terminal {
  readonly environment: Environment;
  /** Opens a policy engine other than a process of the command's own. */
  readonly openEngine?: OpenPolicyEngine | undefined;
  /** All of standard input. */
  input(): Promise<string>;
  print(output: Output): void;
  /** Writes texts or bytes as they come, no faster than they are read. Throws `CommandFailed` where the reader ends before. */
  stream(pieces: AsyncIterable<string | Uint8Array>): Promise<void>;
  /** Writes what a person has to know to standard error, beside the output; a sentence is one line. */
  warn(sentence: string): void;
  /** Says how far a long command has come. */
  progress(sentence: string): void;
}

/** Name, arguments, options and purpose of a command, as help shows them. */
export interface Declaration<Declared extends Options = Options> {
  /** One or two words, then the arguments: `user show <name>`. */
  readonly usage: string;
  readonly description: string;
  /** True if it makes a new instance where there is none; others fail there, and make nothing. */
  readonly makesInstance?: boolean;
  /** True if it deals with a database that was set back to an earlier time; others fail there. */
  readonly opensRollback?: boolean;
  /** Description of its first argument. */
  readonly argument?: string;
  /** Description of any number of further arguments. */
  readonly others?: string;
  readonly options?: Declared;
}

/** Arguments and options of a call; `subject` is the first argument, `others` are those that follow. */
export interface Called<Declared extends Options> {
  readonly subject: string;
  readonly others: readonly string[];
  readonly options: ValuesOf<Declared>;
}

/** Function that runs a command, with the types of its options forgotten, as the command line keeps it. */
export type Command = (
  words: readonly string[],
  raw: Readonly<Record<string, unknown>>,
  terminal: Terminal,
) => Promise<Output | undefined>;

/** A command that opens for itself what it needs. */
export const plainCommand =
  <Declared extends Options>(
    { options }: Declaration<Declared>,
    run: (called: Called<Declared>, terminal: Terminal) => Promise<Output | undefined>,
  ): Command =>
  ([subject = '', ...others], raw, terminal) =>
    run({ subject, others, options: readOptions(options, raw) }, terminal);
