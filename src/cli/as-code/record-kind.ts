// What is known of a kind of records: its attributes in files, and how its records are read, created, changed and deleted.
import type { TSchema } from 'typebox';
import type { Change } from './difference.ts';
import type { KindName, LeftOut, Present, Values } from './model.ts';
import type { Content, Target, WireRecord } from './wire.ts';

/** The site, or an organization, while its records are read: one kind after another. */
export interface Area {
  readonly target: Target;
  /** The name of the organization; empty for the site. */
  readonly path: readonly string[];
  /** The records that were read so far. */
  readonly records: Present[];
  /** The same records as the service has them. */
  readonly listed: Map<KindName, readonly WireRecord[]>;
  /** Names of the published versions of modules, as those of deprecations. */
  readonly published: (readonly string[])[];
  readonly leftOut: (part: LeftOut) => void;
}

/** A record of the service whose attributes are read. */
export interface Shown {
  readonly area: Area;
  readonly record: WireRecord;
  readonly attributes: Values;
  readonly path: readonly string[];
  /** Records that came with the list, by their identifiers; undefined where the service includes none. */
  readonly included: ReadonlyMap<string, WireRecord> | undefined;
}

/** A change of one attribute of a record. */
export interface AttributeWrite {
  readonly target: Target;
  readonly name: string;
  readonly path: readonly string[];
  readonly isNew: boolean;
  readonly before: unknown;
  readonly after: unknown;
  /** All values of the record, as they are after the change. */
  readonly values: Values;
}

interface Stored {
  readonly folder: string;
  readonly ending: (values: Values) => string;
  /** True for a folder of files. */
  readonly hasMany?: boolean;
}

/** An attribute in files that is no attribute of the same name and value in the API. */
export interface Part {
  readonly schema: TSchema;
  /** The kind of the records that it names. */
  readonly to?: KindName;
  /** True if a value is a secret, which files refer to. */
  readonly isSecret?: (values: Values) => boolean;
  /** Where an export puts the file that the list refers to, or the folder of files. */
  readonly stored?: Stored;
  /** A value of a file in the form in which it is compared. */
  readonly comparable?: (value: unknown) => unknown;
  /** Undefined for none, and without a function for what is read elsewhere. */
  readonly read?: (shown: Shown, name: string) => unknown;
  /** What the document of the record has of it; by default an attribute of its name, unless there are requests of its own. */
  readonly content?: (write: AttributeWrite) => Content;
  /** Requests of its own; `at` is the path of the record. Those of `leave` are the first, for all parts of a record. */
  readonly leave?: (write: AttributeWrite, at: string) => Promise<void>;
  readonly write?: (write: AttributeWrite, at: string) => Promise<void>;
}

/** The name of another record in a declaration. */
export interface Reference {
  readonly key: string;
  readonly kind: KindName;
  readonly name: string;
}

/** How an element of a list names its record, if not by one key for each of its names. */
export interface Naming {
  readonly keys: Readonly<Record<string, TSchema>>;
  /** The own names; undefined if the element does not name one. */
  readonly namesIn: (entry: Values) => readonly string[] | undefined;
  /** What an element must have. */
  readonly rule: string;
  readonly entryOf: (names: readonly string[]) => Values;
}

export interface RecordKind {
  readonly name: KindName;
  /** As people read it. */
  readonly noun: string;
  /** Keys in files of its own names, which are the last ones of its path. */
  readonly names: readonly string[];
  readonly naming?: Naming;
  /** Key in files of the list with its records. */
  readonly list?: string;
  /** True if the elements of the list are the names alone, as texts without upper case. */
  readonly isText?: boolean;
  /** Schemas of its attributes in files, in their order there. */
  readonly attributes: Readonly<Record<string, TSchema>>;
  readonly parts: Readonly<Record<string, Part>>;
  /** Attributes that a new record needs. */
  readonly required?: readonly string[];
  /** Attributes that an existing record keeps. */
  readonly immutable?: readonly string[];
  /** Attributes that only records of the kind opa have; a service leaves them out of others. */
  readonly ofKindOpa?: readonly string[];
  /** Other records that its path names. */
  readonly references?: (path: readonly string[]) => readonly Reference[];
  /** True of a record that is not deleted where the files lack it. */
  readonly isKept?: (present: Present) => boolean;
  /** What is left out where `read` answers undefined. */
  readonly lacking?: LeftOut;
  /** The records of an area; undefined where the service does not show any to the caller. */
  readonly read: (area: Area) => Promise<readonly Present[] | undefined>;
  /** Creates a record, or changes one. */
  readonly save: (target: Target, change: Exclude<Change, { readonly action: 'delete' }>) => Promise<void>;
  readonly remove?: (target: Target, present: Present) => Promise<void>;
}
