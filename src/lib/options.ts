// The options of a command, each with the type of its value.

/** One option: how it is written (`--owner <name>`), what it is for, and how its value is read. */
export interface Option<Value> {
  readonly flags: string;
  readonly description: string;
  readonly read: (raw: unknown) => Value;
}

/** An option with a value. */
export const valued = (flags: string, description: string): Option<string | undefined> => ({
  flags,
  description,
  read: (raw) => (typeof raw === 'string' ? raw : undefined),
});

/** An option that is there or not. */
export const flag = (flags: string, description: string): Option<boolean> => ({
  flags,
  description,
  read: (raw) => raw === true,
});

/** The options that a command offers, by the names that it reads them by. */
export type Options = Readonly<Record<string, Option<unknown>>>;

/** The values of a command's options. */
export type ValuesOf<Declared extends Options> = {
  readonly [Name in keyof Declared]: ReturnType<Declared[Name]['read']>;
};

/** Reads every offered option from what the command line brought. */
export const readOptions = <Declared extends Options>(
  declared: Declared | undefined,
  raw: Readonly<Record<string, unknown>>,
): ValuesOf<Declared> =>
  Object.fromEntries(
    Object.entries(declared ?? {}).map(([name, { read }]) => [name, read(raw[name])]),
  ) as ValuesOf<Declared>;
