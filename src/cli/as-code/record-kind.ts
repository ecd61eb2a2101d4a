// Definition of a resource type: its attributes in files, and how its records are read, created, changed and deleted.
import type { TSchema } from 'typebox';
import type { Change } from './difference.ts';
import type { KindName, LeftOut, Present, RecordValues } from './model.ts';
import type { ApiTarget, Content, WireRecord } from './wire.ts';

/** The site or one organization. Its records are read one type after another. */
export interface Area {
  readonly target: ApiTarget;
  /** Name of the organization as the only element; empty for the site. */
  readonly path: readonly string[];
  /** Records read so far. */
  readonly records: Present[];
  /** The same records as JSON:API resources from the service, by type. */
  readonly listed: Map<KindName, readonly WireRecord[]>;
  /** Paths of the published module versions, in the same form as the paths of deprecations. */
  readonly published: (readonly string[])[];
  readonly leftOut: (part: LeftOut) => void;
}

/** A record from the service, from which its values in files are derived. */
export interface ShownRecord {
  readonly area: Area;
  readonly record: WireRecord;
  readonly attributes: RecordValues;
  readonly path: readonly string[];
  /** Included resources of the list response, by identifier; undefined if the service does not support `include`. */
  readonly included: ReadonlyMap<string, WireRecord> | undefined;
}

/** New value for one attribute of a record. */
export interface AttributeWrite {
  readonly target: ApiTarget;
  readonly name: string;
  readonly path: readonly string[];
  readonly isNew: boolean;
  readonly before: unknown;
  readonly after: unknown;
  /** All values of the record after the change. */
  readonly values: RecordValues;
}

/** Location to which an export writes the value of an attribute. */
interface Stored {
  readonly folder: string;
  readonly ending: (values: RecordValues) => string;
  /** Whether the value is a folder of files instead of one file. */
  readonly hasMany?: boolean;
}

/** An attribute whose representation in files differs from the one in the API. */
export interface RecordPart {
  readonly schema: TSchema;
  /** Resource type of the records that the value names. */
  readonly to?: KindName;
  /** Whether the value is a secret, given the record's other values. Files contain a reference instead of a secret. */
  readonly isSecret?: (values: RecordValues) => boolean;
  /** Set if the value is in a file or folder of its own, whose path is in the list. */
  readonly stored?: Stored;
  /** Normalizes a value from a file so that it can be compared with the service's value. */
  readonly comparable?: (value: unknown) => unknown;
  /**
   * Reads the value; undefined if there is none. Without this function, the resource type's own `read` sets the value.
   */
  readonly read?: (shown: ShownRecord, name: string) => unknown;
  /**
   * Members to add to the record's document. By default, an attribute of the same name, or nothing if the part sends
   * requests of its own.
   */
  readonly content?: (write: AttributeWrite) => Content;
  /**
   * Names of the attributes and relationships that the document contains for a value, if they differ from the part's
   * name.
   */
  readonly sentAs?: (value: unknown) => readonly string[];
  /**
   * Sends the part's own requests; `at` is the path of the record. `leave` is called for all parts before `write` is
   * called for any.
   */
  readonly leave?: (write: AttributeWrite, at: string) => Promise<void>;
  readonly write?: (write: AttributeWrite, at: string) => Promise<void>;
}

/** A reference from a declaration to another record, and the key that contains it. */
export interface RecordReference {
  readonly key: string;
  readonly kind: KindName;
  readonly name: string;
}

/** Describes how a list element names its record if there is not exactly one key per name. */
export interface Naming {
  readonly keys: Readonly<Record<string, TSchema>>;
  /** Returns the record's names in its list; undefined if the element violates `rule`. */
  readonly namesIn: (entry: RecordValues) => readonly string[] | undefined;
  /** Requirement for an element, as a sentence without a full stop. */
  readonly rule: string;
  readonly entryOf: (names: readonly string[]) => RecordValues;
}

export interface RecordKind {
  readonly name: KindName;
  /** Name of the type in messages. */
  readonly noun: string;
  /**
   * JSON:API type of the documents that create and change a record; undefined if the service rejects unknown
   * attributes.
   */
  readonly documentType?: (path: readonly string[]) => string;
  /** Keys in files for the record's names in its list, which are the last elements of its path. */
  readonly names: readonly string[];
  readonly naming?: Naming;
  /** Key of the list in files that contains the records of this type. */
  readonly list?: string;
  /** Whether the list elements are plain names without attributes, compared case-insensitively. */
  readonly isText?: boolean;
  /** Schemas of the attributes in files, in the order in which they are written. */
  readonly attributes: Readonly<Record<string, TSchema>>;
  readonly parts: Readonly<Record<string, RecordPart>>;
  /** Attributes that a new record requires. */
  readonly required?: readonly string[];
  /** Attributes that cannot be changed after creation. */
  readonly immutable?: readonly string[];
  /** Attributes that exist only for policies and policy sets of the kind `opa`. */
  readonly ofKindOpa?: readonly string[];
  /** Returns the other records that a record's path refers to. */
  readonly references?: (path: readonly string[]) => readonly RecordReference[];
  /** Whether a record is kept even if it is missing from the list in the files. */
  readonly isKept?: (present: Present) => boolean;
  /** Part to report as left out if `read` returns undefined. */
  readonly lacking?: LeftOut;
  /** Reads the records of an area; undefined if the service does not show them to the caller. */
  readonly read: (area: Area) => Promise<readonly Present[] | undefined>;
  /** Creates or changes a record. */
  readonly save: (target: ApiTarget, change: Exclude<Change, { readonly action: 'delete' }>) => Promise<void>;
  readonly remove?: (target: ApiTarget, present: Present) => Promise<void>;
}
