import type { TSchema } from 'typebox';
import type { Change } from './difference.ts';
import type { KindName, Present } from './model.ts';
import type { Target } from './wire.ts';

type Creation = Extract<Change, { readonly action: 'create' }>;
type Update = Extract<Change, { readonly action: 'change' }>;

/** A kind of records: its attributes in files, and the requests that create, change and delete one. */
export interface RecordKind {
  readonly name: KindName;
  /** As people read it. */
  readonly noun: string;
  /** Schemas of its attributes in files, in their order there. */
  readonly attributes: Readonly<Record<string, TSchema>>;
  /** Attributes that a new record needs. */
  readonly required?: readonly string[];
  /** Attributes that an existing record keeps. */
  readonly immutable?: readonly string[];
  /** Creates one; answers its identifier, where other records name it. */
  readonly create: (target: Target, change: Creation) => Promise<string | undefined>;
  readonly change?: (target: Target, change: Update) => Promise<void>;
  readonly remove?: (target: Target, present: Present) => Promise<void>;
}
