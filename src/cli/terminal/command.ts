// Types of commands. A command consists of a declaration, which the help shows, and an action, which is loaded when the
// command is called.
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
 * A problem that makes a command fail. If validation or a service reported the problem, it also has the members for
 * JSON output.
 */
export interface CommandProblem {
  /** Error message as one line of plain text. */
  readonly detail: string;
  /** Error code as in the API, such as `not-found`. */
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

/** Error for a command that was called with invalid arguments or options. */
export class UsageError extends CommandProblems {
  override readonly name = 'UsageError';
}

/** Error for a command that was called correctly but failed. */
export class CommandFailed extends CommandProblems {
  override readonly name = 'CommandFailed';
}

/** Error for a check that has no result, because its input could not be read or evaluated. */
export class NotChecked extends CommandProblems {
  override readonly name = 'NotChecked';
}

/** Error for a service that cannot start, not even after a restart. */
export class StartFailed extends CommandProblems {
  override readonly name = 'StartFailed';
}

/** Environment, input and output of a command. */
export interface Terminal {
  readonly environment: Environment;
  /** Starts the policy engine process. Tests can replace this function. */
  readonly openEngine?: OpenPolicyEngine | undefined;
  /** Reads all of standard input. */
  input(): Promise<string>;
  print(output: Output): void;
  /**
   * Writes pieces to standard output as they arrive, with backpressure. Throws `CommandFailed` if the reading process
   * closes the output early.
   */
  stream(pieces: AsyncIterable<string | Uint8Array>): Promise<void>;
  /** Writes a sentence for the user as one line to standard error. */
  warn(sentence: string): void;
  /**
   * Whether the command can ask the user. False if input or messages are not connected to a terminal, and with `--json`,
   * because a program then reads the output.
   */
  readonly isInteractive: boolean;
  /** Asks the user and returns the answer, which is one line. Throws `CommandFailed` if the input ends. */
  ask(question: string): Promise<string>;
  /** Reports a long-running command's progress to the user. */
  progress(sentence: string): void;
}

/** Declaration of a command, as shown in the help. */
export interface Declaration {
  /** The command's name of one or two words, followed by its arguments, such as `user show <name>`. */
  readonly usage: string;
  readonly description: string;
  /** Description of the first argument. */
  readonly argument?: string;
  /** Description of the other arguments. */
  readonly others?: string;
  readonly options?: Options;
}

/** Types of the option values of a declared command. */
export type OptionsOf<Declared> = Declared extends { readonly options: infer Known extends Options }
  ? OptionValues<Known>
  : object;

/**
 * Arguments and options that a command was called with. `subject` is the first argument, and `others` are the remaining
 * arguments.
 */
export interface Called<Declared = object> {
  readonly subject: string;
  readonly others: readonly string[];
  readonly options: OptionsOf<Declared>;
}

/** Function that runs a command. `Declared` is the type of the command's declaration. */
export type Action<Declared = object> = (called: Called<Declared>, terminal: Terminal) => Promise<Output | undefined>;

/** A command's declaration, and the function that loads its action. The types of its options are erased. */
export interface Command {
  readonly declaration: Declaration;
  readonly load: () => Promise<Forgetful['act']>;
}

/**
 * The action is declared as a method, because the parameters of methods are bivariant. An action with any options is
 * therefore assignable.
 */
interface Forgetful {
  act(...call: Parameters<Action>): ReturnType<Action>;
}

/**
 * Defines commands whose actions are in one module. The module is loaded when one of the commands is called, and
 * exports each action under the name of its command.
 */
export const commandsOf = <Name extends string>(
  declared: Readonly<Record<Name, Declaration>>,
  load: () => Promise<Readonly<Record<Name, Forgetful['act']>>>,
): readonly Command[] =>
  keysOf(declared).map((name) => ({ declaration: declared[name], load: async () => (await load())[name] }));
