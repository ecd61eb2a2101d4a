// A command is a declaration, which help shows, and an action, which is loaded when the command is called.
import type { OpenPolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import type { Environment } from '../../environment.ts';
import { keysOf } from '../../lib/functions/records.ts';
import type { Options, ValuesOf } from './options.ts';

/** Output of a command: aligned text for people, one JSON document for programs. */
export interface Output {
  readonly text: string;
  readonly json: object;
  /** The process's exit status; 0 by default. */
  readonly exitCode?: number;
}

/** A problem that keeps a command from its end; of what the rules or a service refuse also the members for programs. */
export interface CommandProblem {
  /** A plain sentence, which is one line of a terminal. */
  readonly detail: string;
  /** The kind of the problem, as the API names it. */
  readonly code?: string | undefined;
  /** The JSON Pointer to the value at fault. */
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

/** The service cannot start, and a restart does not change that. */
export class StartFailed extends CommandProblems {
  override readonly name = 'StartFailed';
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
export interface Declaration {
  /** One or two words, then the arguments: `user show <name>`. */
  readonly usage: string;
  readonly description: string;
  /** Description of its first argument. */
  readonly argument?: string;
  /** Description of any number of further arguments. */
  readonly others?: string;
  readonly options?: Options;
}

/** The values of the options of a declaration. */
export type OptionsOf<Declared> = Declared extends { readonly options: infer Known extends Options }
  ? ValuesOf<Known>
  : object;

/** Arguments and options of a call; `subject` is the first argument, `others` are those that follow. */
export interface Called<Declared = object> {
  readonly subject: string;
  readonly others: readonly string[];
  readonly options: OptionsOf<Declared>;
}

/** Function that runs the command with a declaration of the type `Declared`. */
export type Action<Declared = object> = (called: Called<Declared>, terminal: Terminal) => Promise<Output | undefined>;

/** A declaration, and the loader of its action, with the types of its options forgotten. */
export interface Command {
  readonly declaration: Declaration;
  readonly load: () => Promise<Forgetful['act']>;
}

/** A method: parameters of methods are compared in both directions, so an action of any options is one. */
interface Forgetful {
  act(...call: Parameters<Action>): ReturnType<Action>;
}

/** The commands of one module, which is loaded when one is called; it exports the action of each under the same name. */
export const commandsOf = <Name extends string>(
  declared: Readonly<Record<Name, Declaration>>,
  load: () => Promise<Readonly<Record<Name, Forgetful['act']>>>,
): readonly Command[] =>
  keysOf(declared).map((name) => ({ declaration: declared[name], load: async () => (await load())[name] }));
