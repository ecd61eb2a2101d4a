// A command consists of a declaration, which the help shows, and an action, which is loaded when the command is called.
import type { OpenPolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import type { Environment } from '../../environment.ts';
import { keysOf } from '../../lib/functions/records.ts';
import type { Options, OptionValues } from './options.ts';

/** Output of a command, as aligned text and as a JSON document. */
export interface Output {
  readonly text: string;
  readonly json: object;
  /** Exit status of the process; 0 by default. */
  readonly exitCode?: number;
}

/**
 * A problem that makes a command fail. Problems reported by validation or by a service also have the members for JSON
 * output.
 */
export interface CommandProblem {
  /** Message as one line of plain text. */
  readonly detail: string;
  /** Error code of the API. */
  readonly code?: string | undefined;
  /** JSON Pointer to the invalid value. */
  readonly pointer?: string | undefined;
  readonly params?:
    | { readonly limit?: number; readonly types?: readonly string[]; readonly record?: { readonly id: string } }
    | undefined;
}

export const problemOf = (problem: string | CommandProblem): CommandProblem =>
  typeof problem === 'string' ? { detail: problem } : problem;

abstract class CommandProblems extends Error {
  readonly problems: readonly CommandProblem[];

  constructor(...problems: readonly (string | CommandProblem)[]) {
    const all = problems.map(problemOf);
    super(all.map(({ detail }) => detail).join('\n'));
    this.problems = all;
  }
}

/** The command was called with invalid arguments or options. */
export class UsageError extends CommandProblems {
  override readonly name = 'UsageError';
}

/** The call was valid, but the command could not do what it was asked to do. */
export class CommandFailed extends CommandProblems {
  override readonly name = 'CommandFailed';
}

/** The check has no result, because its input could not be read or evaluated. */
export class NotChecked extends CommandProblems {
  override readonly name = 'NotChecked';
}

/** The service cannot start, and restarting it would not help. */
export class StartFailed extends CommandProblems {
  override readonly name = 'StartFailed';
}

/** Environment, input and output of a command. */
export interface Terminal {
  readonly environment: Environment;
  /** Replaces the policy engine process, for example in tests. */
  readonly openEngine?: OpenPolicyEngine | undefined;
  /** Reads standard input to its end. */
  input(): Promise<string>;
  print(output: Output): void;
  /**
   * Writes pieces to standard output as they arrive, with backpressure. Throws `CommandFailed` if the reader closes the
   * output early.
   */
  stream(pieces: AsyncIterable<string | Uint8Array>): Promise<void>;
  /** Writes a sentence that the user needs to know as one line to standard error. */
  warn(sentence: string): void;
  /** Reports the progress of a long-running command. */
  progress(sentence: string): void;
}

/** Name, arguments, options and purpose of a command, as shown in the help. */
export interface Declaration {
  /** One or two words, followed by the arguments: `user show <name>`. */
  readonly usage: string;
  readonly description: string;
  /** Description of the first argument. */
  readonly argument?: string;
  /** Description of any further arguments. */
  readonly others?: string;
  readonly options?: Options;
}

/** Types of a declaration's option values. */
export type OptionsOf<Declared> = Declared extends { readonly options: infer Known extends Options }
  ? OptionValues<Known>
  : object;

/** Arguments and options of a call. `subject` is the first argument, `others` are the remaining ones. */
export interface Called<Declared = object> {
  readonly subject: string;
  readonly others: readonly string[];
  readonly options: OptionsOf<Declared>;
}

/** Function that runs a command with the options of the type `Declared`. */
export type Action<Declared = object> = (called: Called<Declared>, terminal: Terminal) => Promise<Output | undefined>;

/** A declaration and the loader of its action, without the types of its options. */
export interface Command {
  readonly declaration: Declaration;
  readonly load: () => Promise<Forgetful['act']>;
}

/** Declared as a method, since parameters of methods are bivariant, so an action with any options is assignable. */
interface Forgetful {
  act(...call: Parameters<Action>): ReturnType<Action>;
}

/**
 * Defines the commands of a module that is loaded when one of them is called. The module exports the action of each
 * command under the same name.
 */
export const commandsOf = <Name extends string>(
  declared: Readonly<Record<Name, Declaration>>,
  load: () => Promise<Readonly<Record<Name, Forgetful['act']>>>,
): readonly Command[] =>
  keysOf(declared).map((name) => ({ declaration: declared[name], load: async () => (await load())[name] }));
