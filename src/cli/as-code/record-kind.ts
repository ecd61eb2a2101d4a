// What is known of a kind of records: its attributes in files, and how its records are read, created, changed and deleted.
import type { TSchema } from 'typebox';
import type { Change } from './difference.ts';
import type { KindName, LeftOut, Present, Values } from './model.ts';
import type { Content, Target, WireRecord } from './wire.ts';

/** The site or one organization, whose records are read one kind after another. */
export interface Area {
  readonly target: Target;
  /** The name of the organization; empty for the site. */
  readonly path: readonly string[];
  /** The records that have been read so far. */
  readonly records: Present[];
  /** The same records as the service sent them, by their kind. */
  readonly listed: Map<KindName, readonly WireRecord[]>;
  /** Paths of the published versions of modules: those of their deprecations. */
  readonly published: (readonly string[])[];
  readonly leftOut: (part: LeftOut) => void;
}

/** A record as the service sent it, from which the values in files are read. */
export interface Shown {
  readonly area: Area;
  readonly record: WireRecord;
  readonly attributes: Values;
  readonly path: readonly string[];
  /** Records that the list includes, by their identifiers; undefined if the service does not include any. */
  readonly included: ReadonlyMap<string, WireRecord> | undefined;
}

/** A new value of one attribute of a record. */
export interface AttributeWrite {
  readonly target: Target;
  readonly name: string;
  readonly path: readonly string[];
  readonly isNew: boolean;
  readonly before: unknown;
  readonly after: unknown;
  /** All values of the record after the change. */
  readonly values: Values;
}

/** Where an export puts the contents of an attribute. */
interface Stored {
  readonly folder: string;
  readonly ending: (values: Values) => string;
  /** True if the value is a folder of files instead of one file. */
  readonly hasMany?: boolean;
}

/** An attribute in files that the API has in another form or at another place. */
export interface Part {
  readonly schema: TSchema;
  /** The kind of the records that the value names. */
  readonly to?: KindName;
  /** True if the value is a secret, given the other values of the record. Files refer to a secret. */
  readonly isSecret?: (values: Values) => boolean;
  /** Present if the list has only the path of a file or a folder, which has the value. */
  readonly stored?: Stored;
  /** Converts a value of a file to the form in which it is compared with that of the service. */
  readonly comparable?: (value: unknown) => unknown;
  /** Reads the value; undefined if there is none. If it is missing, the kind reads the value itself. */
  readonly read?: (shown: Shown, name: string) => unknown;
  /** What it adds to the document of the record: by default an attribute of its name, but nothing if it has requests of its own. */
  readonly content?: (write: AttributeWrite) => Content;
  /** Names of attributes and relationships in that document for a value, if they are not the name of the part. */
  readonly sentAs?: (value: unknown) => readonly string[];
  /** Sends requests of its own; `at` is the path of the record. `leave` of every part comes before `write` of any. */
  readonly leave?: (write: AttributeWrite, at: string) => Promise<void>;
  readonly write?: (write: AttributeWrite, at: string) => Promise<void>;
}

/** Another record that a declaration names, and the key in which it does. */
export interface Reference {
  readonly key: string;
  readonly kind: KindName;
  readonly name: string;
}

/** How an element of a list names its record, if that takes more than one key for each name. */
export interface Naming {
  readonly keys: Readonly<Record<string, TSchema>>;
  /** The names of the record in its list; undefined if the element breaks the rule. */
  readonly namesIn: (entry: Values) => readonly string[] | undefined;
  /** What an element must have, as a sentence without a full stop. */
  readonly rule: string;
  readonly entryOf: (names: readonly string[]) => Values;
}

export interface RecordKind {
  readonly name: KindName;
  /** As people read it. */
  readonly noun: string;
  /** Type of the documents that create and change a record; undefined if the service refuses attributes that it does not know. */
  readonly documentType?: (path: readonly string[]) => string;
  /** Keys in files of the names that a record has in its list, which are the last ones of its path. */
  readonly names: readonly string[];
  readonly naming?: Naming;
  /** Key of the list of its records in files. */
  readonly list?: string;
  /** True if the elements of the list are names without attributes, which are compared without regard to case. */
  readonly isText?: boolean;
  /** Schemas of its attributes in files, in their order there. */
  readonly attributes: Readonly<Record<string, TSchema>>;
  readonly parts: Readonly<Record<string, Part>>;
  /** Attributes that a new record needs. */
  readonly required?: readonly string[];
  /** Attributes that an existing record keeps. */
  readonly immutable?: readonly string[];
  /** Attributes that only policies and sets of the kind `opa` have. */
  readonly ofKindOpa?: readonly string[];
  /** Other records that the path of a record names. */
  readonly references?: (path: readonly string[]) => readonly Reference[];
  /** True if a record is not deleted although the list in the files lacks it. */
  readonly isKept?: (present: Present) => boolean;
  /** What is reported as left out if `read` answers undefined. */
  readonly lacking?: LeftOut;
  /** Reads the records of an area; undefined if the service shows none to the caller. */
  readonly read: (area: Area) => Promise<readonly Present[] | undefined>;
  /** Creates a record, or changes one. */
  readonly save: (target: Target, change: Exclude<Change, { readonly action: 'delete' }>) => Promise<void>;
  readonly remove?: (target: Target, present: Present) => Promise<void>;
}
