// Typed options of commands.
import { recordOf } from '../../lib/functions/records.ts';
import { wordOf } from '../../lib/text/word.ts';

/** An option: its flags (`--owner <name>`), its description, and the parser of its value. */
export interface Option<Value> {
  readonly flags: string;
  readonly description: string;
  readonly read: (raw: unknown) => Value;
  /** Whether the option can be given several times. */
  readonly isRepeated?: boolean;
  /** Permitted values, if there are only a few. */
  readonly choices?: readonly string[];
}

/**
 * An option with a value. A type parameter `Word` documents the values that a service accepts; the service itself
 * rejects others.
 */
export const valued = <Word extends string = string>(flags: string, description: string): Option<Word | undefined> => ({
  flags,
  description,
  read: (raw) => (typeof raw === 'string' ? wordOf<Word>(raw) : undefined),
});

/** An option with one of several fixed values; the first is the default. */
export const choice = <const Value extends string>(
  flags: string,
  choices: readonly [Value, ...(readonly Value[])],
): Option<Value> => ({
  flags,
  description: `${choices.join(', ')}; default: ${choices[0]}`,
  choices,
  read: (raw) => choices.find((each) => each === raw) ?? choices[0],
});

/** An option with a value that can be given several times. */
export const repeated = (flags: string, description: string): Option<readonly string[]> => ({
  flags,
  description,
  isRepeated: true,
  read: (raw) => (Array.isArray(raw) ? raw.filter((value) => typeof value === 'string') : []),
});

/** An option without a value. */
export const flag = (flags: string, description: string): Option<boolean> => ({
  flags,
  description,
  read: (raw) => raw === true,
});

/** Options of a command, by the names of their values. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** Types of the option values. */
export type OptionValues<Declared extends Options> = {
  readonly [Name in keyof Declared]: ReturnType<Declared[Name]['read']>;
};

/** Parses the options of a call. */
export const readOptions = <Declared extends Options>(
  declared: Declared | undefined,
  raw: Readonly<Record<string, unknown>>,
): OptionValues<Declared> => recordOf(Object.keys(declared ?? {}), (name) => declared?.[name]?.read(raw[name]));
