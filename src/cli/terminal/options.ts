// Typed command-line options.
import { recordOf } from '../../lib/functions/records.ts';
import { wordOf } from '../../lib/text/word.ts';

/** A command-line option, with its flags such as `--owner <name>`, its description, and the parser of its value. */
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
 * Defines an option with a value. The type parameter `Word` documents the values that a service accepts. The service
 * rejects any other value.
 */
export const valued = <Word extends string = string>(flags: string, description: string): Option<Word | undefined> => ({
  flags,
  description,
  read: (raw) => (typeof raw === 'string' ? wordOf<Word>(raw) : undefined),
});

/** Defines an option with a fixed set of values. The first value is the default. */
export const choice = <const Value extends string>(
  flags: string,
  choices: readonly [Value, ...(readonly Value[])],
): Option<Value> => ({
  flags,
  description: `${choices.join(', ')}; default: ${choices[0]}`,
  choices,
  read: (raw) => choices.find((each) => each === raw) ?? choices[0],
});

/** Defines an option with a value that can be given several times. */
export const repeated = (flags: string, description: string): Option<readonly string[]> => ({
  flags,
  description,
  isRepeated: true,
  read: (raw) => (Array.isArray(raw) ? raw.filter((value) => typeof value === 'string') : []),
});

/** Defines an option without a value. */
export const flag = (flags: string, description: string): Option<boolean> => ({
  flags,
  description,
  read: (raw) => raw === true,
});

/** Options of a command, by the names under which the action gets their values. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** Types of the options' values, by name. */
export type OptionValues<Declared extends Options> = {
  readonly [Name in keyof Declared]: ReturnType<Declared[Name]['read']>;
};

/** Parses the options that a command was called with. */
export const readOptions = <Declared extends Options>(
  declared: Declared | undefined,
  raw: Readonly<Record<string, unknown>>,
): OptionValues<Declared> => recordOf(Object.keys(declared ?? {}), (name) => declared?.[name]?.read(raw[name]));
