// The name that the product had before its first release. What was made under it is read where that loses nothing, and
// named where a person has to act; docs/decisions/0061 says which. Nothing is written under it but the key's label.
const formerWord = 'reeve';
const word = 'tipstaff';

/** The former one of a name such as `tipstaff.db-wal` or `TIPSTAFF_PORT`. */
const formerNameOf = (name: string): string =>
  name.replace(word, formerWord).replace(word.toUpperCase(), formerWord.toUpperCase());

/** A name of today that is known by another one of old. */
export interface Renamed {
  readonly former: string;
  readonly name: string;
}

/** Those of the names whose former one is in use, with both. */
export const renamedIn = (names: readonly string[], isUsed: (former: string) => boolean): readonly Renamed[] =>
  names
    .map((name) => ({ former: formerNameOf(name), name }))
    .filter(({ former, name }) => former !== name && isUsed(former));

/** Sentences about variables that are set under their former names: none is read, and without them a start would lose data. */
export const formerVariableProblems = (
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  renamedIn(names, (former) => Boolean(environment[former]?.trim())).map(
    ({ former, name }) => `${former} is called ${name} now: set that one, and unset ${former}.`,
  );

/** The beginnings that a file of this format may have, today's first. */
export const formatsReadAs = (format: string): readonly string[] => [format, formerNameOf(format)];

/** Every sealed secret names its key by an identifier that is derived with this label, so it never changes. */
export const keyIdLabel = `${formerWord} key id`;
