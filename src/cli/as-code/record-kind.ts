// Definition of a resource type. It contains the attributes in files, and functions that read, create, change and
// delete records.
import type { TSchema } from 'typebox';
import type { Change } from './difference.ts';
import type { KindName, LeftOut, Present, RecordValues } from './model.ts';
import type { ApiTarget, Content, WireRecord } from './wire.ts';

/** The site or one organization, whose records are read type by type. */
export interface Area {
  readonly target: ApiTarget;
  /** The organization's name as the only element; empty for the site. */
  readonly path: readonly string[];
  /** Records read so far. */
  readonly records: Present[];
  /** Records read so far, as JSON:API resources by resource type. */
  readonly listed: Map<KindName, readonly WireRecord[]>;
  /** Published module versions as paths such as `['shire', 'network/aws', '1.0.0']`. */
  readonly published: (readonly string[])[];
  readonly leftOut: (part: LeftOut) => void;
}

/** A record as returned by the service. The attribute values in exported files are derived from it. */
export interface ShownRecord {
  readonly area: Area;
  readonly record: WireRecord;
  readonly attributes: RecordValues;
  readonly path: readonly string[];
  /** Resources included in the list response, by identifier. Undefined if the service does not support `include`. */
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

/** Folder in which an export stores the values of an attribute, and the ending of the names of the stored files. */
interface Stored {
  readonly folder: string;
  readonly ending: (values: RecordValues) => string;
  /** Whether the value is stored as a folder of files instead of one file. */
  readonly hasMany?: boolean;
}

/** An attribute that is represented differently in files and in the API. */
export interface RecordPart {
  readonly schema: TSchema;
  /** Resource type of the records whose names the value contains. */
  readonly to?: KindName;
  /**
   * Returns whether the attribute is a secret, given all values of the record. Files contain a reference instead of a
   * secret.
   */
  readonly isSecret?: (values: RecordValues) => boolean;
  /** Whether the attribute repeats the value of another attribute. Exports leave such an attribute out. */
  readonly isAlias?: boolean;
  /**
   * Whether the service sets this attribute of a new record if the request omits the attribute. Exports contain null
   * if such an attribute has no value, and the request that creates the record then sends null.
   */
  readonly hasInitialValue?: boolean;
  /** Set if the value is stored in a separate file or folder. The list of records then contains its path. */
  readonly stored?: Stored;
  /** Normalizes a value from a file, so that it can be compared with the value from the service. */
  readonly comparable?: (value: unknown) => unknown;
  /**
   * Reads the attribute's value; undefined if it has none. Without this function, the `read` function of the resource
   * type sets the value.
   */
  readonly read?: (shown: ShownRecord, name: string) => unknown;
  /**
   * Returns the members to add to the record's document. By default, this is an attribute of the same name, or nothing
   * if `write` or `leave` is set.
   */
  readonly content?: (write: AttributeWrite) => Content;
  /**
   * Returns the names of the attributes and relationships that the document contains for a value. By default, this is
   * the attribute's own name.
   */
  readonly sentAs?: (value: unknown) => readonly string[];
  /**
   * `leave` and `write` send separate requests for this attribute. `at` is the URL path of the record. The `leave`
   * functions of all attributes are called before the first `write` function.
   */
  readonly leave?: (write: AttributeWrite, at: string) => Promise<void>;
  readonly write?: (write: AttributeWrite, at: string) => Promise<void>;
}

/** A reference from a declared record to another record, and the key that contains the reference. */
export interface RecordReference {
  readonly key: string;
  readonly kind: KindName;
  readonly name: string;
}

/**
 * Describes how a list element in a file identifies its record, if the element does not have exactly one key for each
 * name.
 */
export interface Naming {
  readonly keys: Readonly<Record<string, TSchema>>;
  /** Returns the names that identify the record in its list; undefined if the element violates `rule`. */
  readonly namesIn: (entry: RecordValues) => readonly string[] | undefined;
  /** Requirement that an element must meet, as a sentence without a full stop. */
  readonly rule: string;
  readonly entryOf: (names: readonly string[]) => RecordValues;
}

export interface RecordKind {
  readonly name: KindName;
  /** Name of the type in messages. */
  readonly noun: string;
  /**
   * Returns the JSON:API type of the documents that create and change a record. Undefined if the service itself rejects
   * unknown attributes.
   */
  readonly documentType?: (path: readonly string[]) => string;
  /**
   * Keys in files for the names that identify a record in its list. These names are the last elements of the record's
   * path.
   */
  readonly names: readonly string[];
  readonly naming?: Naming;
  /** Key in the files under which the records of this type are listed. */
  readonly list?: string;
  /** Whether list elements are plain names without attributes. Such names are compared case-insensitively. */
  readonly isText?: boolean;
  /** Schemas of the attributes in files, in the order in which an export writes the attributes. */
  readonly attributes: Readonly<Record<string, TSchema>>;
  readonly parts: Readonly<Record<string, RecordPart>>;
  /** Attributes that must be declared for a new record. */
  readonly required?: readonly string[];
  /** Attributes that cannot be changed after creation. */
  readonly immutable?: readonly string[];
  /** Attributes that exist only for policies and policy sets of the kind `opa`. */
  readonly ofKindOpa?: readonly string[];
  /** Returns the other records that a record's path refers to. */
  readonly references?: (path: readonly string[]) => readonly RecordReference[];
  /** Whether an existing record must not be deleted, even if the list in the files does not contain it. */
  readonly isKept?: (present: Present) => boolean;
  /** Entry to report as left out if `read` returns undefined. */
  readonly lacking?: LeftOut;
  /** Reads all records of this type in an area; undefined if the caller cannot see them. */
  readonly read: (area: Area) => Promise<readonly Present[] | undefined>;
  readonly save: (target: ApiTarget, change: Exclude<Change, { readonly action: 'delete' }>) => Promise<void>;
  readonly remove?: (target: ApiTarget, present: Present) => Promise<void>;
}
