// The options of a command, each with the type of its value.
import { recordOf } from '../../lib/functions/records.ts';
import { wordOf } from '../../lib/text/word.ts';

/** An option: its flags (`--owner <name>`), its description, and the parser of its value. */
export interface Option<Value> {
  readonly flags: string;
  readonly description: string;
  readonly read: (raw: unknown) => Value;
  /** True if it can be given several times. */
  readonly isRepeated?: boolean;
  /** The values that it takes, where they are few. */
  readonly choices?: readonly string[];
}

/** An option with a value. If that is a `Word` of a service, the service refuses other ones itself. */
export const valued = <Word extends string = string>(flags: string, description: string): Option<Word | undefined> => ({
  flags,
  description,
  read: (raw) => (typeof raw === 'string' ? wordOf<Word>(raw) : undefined),
});

/** An option with one of a few values; the first is the default. */
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

/** The options of a command, by the names of their values. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** The values of the options of a command. */
export type ValuesOf<Declared extends Options> = {
  readonly [Name in keyof Declared]: ReturnType<Declared[Name]['read']>;
};

/** Parses the options of a command line. */
export const readOptions = <Declared extends Options>(
  declared: Declared | undefined,
  raw: Readonly<Record<string, unknown>>,
): ValuesOf<Declared> => recordOf(Object.keys(declared ?? {}), (name) => declared?.[name]?.read(raw[name]));
