// A command is a value: what it is called and takes, and what it does. One place turns it into the command line.
import type { Context } from '../context.ts';
import type { Actor } from '../lib/actor.ts';
import { type Options, readOptions, type ValuesOf } from '../lib/options.ts';

/** What a command tells: aligned text for people, one JSON document for programs. */
export interface Output {
  readonly text: string;
  readonly json: object;
  /** The process's exit status; 0 unless told. */
  readonly exitCode?: number;
}

/** The command was called in a way that it does not take; each problem is one plain sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The command was right, but what it asks for can't be done; the message is one plain sentence. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** Nothing can be said, because what was to be looked at could not be; the message is one plain sentence. */
export class NotChecked extends Error {
  override readonly name = 'NotChecked';
}

/** Where a command that does not end at once, or has much to tell, tells what it has to tell. */
export interface Terminal {
  print(output: Output): void;
  /** Writes texts as they come, no faster than they are read; it is no failure when the reader has had enough. */
  stream(texts: AsyncIterable<string>): Promise<void>;
}

/** What a command that acts on the service's data is given. */
export interface CommandContext {
  readonly context: Context;
  readonly actor: Actor;
}

interface Words<Offered extends Options> {
  /** One or two words, such as `user create`. */
  readonly name: string;
  readonly description: string;
  /** The argument that it needs, and what that is. */
  readonly argument?: readonly [name: string, description: string];
  /** Whether it does something without its argument too, which is then the empty text. */
  readonly isArgumentOptional?: boolean;
  /** What any number of further arguments are. */
  readonly others?: readonly [name: string, description: string];
  readonly options?: Offered;
}

/** What a command was called with; `subject` is its argument, `others` are those that follow. */
export interface Called<Offered extends Options> {
  readonly subject: string;
  readonly others: readonly string[];
  readonly options: ValuesOf<Offered>;
}

interface PlainSpec<Offered extends Options> extends Words<Offered> {
  readonly run: (called: Called<Offered>, terminal: Terminal) => Promise<Output | undefined>;
}

interface ActingSpec<Offered extends Options> extends Words<Offered> {
  readonly act: (session: CommandContext, called: Called<Offered>, terminal: Terminal) => Promise<Output | undefined>;
}

/** A command with the types of its options forgotten, as the command line keeps it. */
export interface Command extends Words<Options> {
  readonly execute: (
    words: readonly string[],
    raw: Readonly<Record<string, unknown>>,
    terminal: Terminal,
  ) => Promise<Output | undefined>;
}

/** Declares a command that opens for itself what it needs. */
export const plainCommand = <Offered extends Options>(spec: PlainSpec<Offered>): Command => ({
  ...spec,
  execute: ([subject = '', ...others], raw, terminal) =>
    spec.run({ subject, others, options: readOptions(spec.options, raw) }, terminal),
});

/** Who the command line is to the rules and in the audit record. */
const operator = (requestId: string): Actor => ({
  identity: { kind: 'system', name: 'command line' },
  requestId,
  address: '',
});

/** Declares a command that acts through the same rules as HTTP, as the operator. */
export const actingCommand = <Offered extends Options>(spec: ActingSpec<Offered>): Command =>
  plainCommand<Offered>({
    ...spec,
    run: async (called, terminal) => {
      const { processConfig } = await import('../config.ts');
      const config = processConfig();
      const { openContext } = await import('../context.ts');
      const { portsFor } = await import('../domains/index.ts');
      await using context = await openContext(config, portsFor);
      // NOTE: without the await, the context would be closed before the command is done.
      return await spec.act({ context, actor: operator(crypto.randomUUID()) }, called, terminal);
    },
  });
