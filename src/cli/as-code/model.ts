// Data model of records, both as declared in files and as read from a service. Records are identified by their names.
/** Resource types in the order in which they are applied: each depends only on earlier ones. */
export const kindNames = [
  'plan',
  'organization',
  'membership',
  'team',
  'project',
  'workspace',
  'policy',
  'policy-set',
  'parameter',
  'delegation',
  'deprecation',
  'retention',
  'oidc-provider',
  'settings',
  'administrator',
] as const;

export type KindName = (typeof kindNames)[number];

/**
 * Resource types of the site, which belong to no organization. A caller that cannot read the settings can read none of
 * them.
 */
export const siteKinds: readonly KindName[] = ['settings', 'plan', 'retention', 'oidc-provider', 'administrator'];

/** Attribute values by their names in the neutral vocabulary. */
export type RecordValues = Readonly<Record<string, unknown>>;

export interface RecordName {
  readonly kind: KindName;
  /** Names from the organization down: `['shire', 'platform']` is the team `platform` of the organization `shire`. */
  readonly path: readonly string[];
}

/** Source location of a declared record: file and line. */
export interface SourceLocation {
  readonly text: string;
  /** Returns the file and line of an attribute. */
  readonly of: (attribute: string) => string;
}

/** Location of a record that is not declared in a file but, for example, in another instance. */
export const placeNamed = (text: string): SourceLocation => ({ text, of: () => text });

/** A record declared in files. Attributes missing in `values` are left unchanged. */
export interface DeclaredRecord extends RecordName {
  readonly values: RecordValues;
  readonly place: SourceLocation;
}

/** A record that exists in the service. */
export interface Present extends RecordName {
  readonly id: string;
  readonly values: RecordValues;
  /** Entity tag to send with a change, if the service supports one for this type. */
  readonly tag?: string | undefined;
  /** Whether the person can sign in. Set for records that represent people. */
  readonly isActive?: boolean;
  /** Attributes that may be inherited from the instance, so an export omits them. */
  readonly inherited?: readonly string[];
}

/** Name of the team that exists in every organization. */
export const ownersTeam = 'owners';

/** Returns the elements of a list as strings; an empty list if the value is not a list. */
export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export const keyOf = ({ kind, path }: RecordName): string => [kind, ...path].join('\n');

/** A secret in a file: the reference `${env:NAME}` or `${file:PATH}`, and the value that it resolves to. */
export class SecretReference {
  readonly text: string;
  readonly value: string;

  constructor(text: string, value: string) {
    this.text = text;
    this.value = value;
  }
}

/** Placeholder for a secret that the service stores but never returns. */
export const storedSecret: unique symbol = Symbol('secret');

/** A part that could not be exported, applied or imported, and the reason. */
export interface LeftOut {
  /** Type of the record that the part belongs to. */
  readonly kind?: KindName;
  readonly what: string;
  readonly reason: string;
}
