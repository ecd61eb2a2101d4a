// Data model of records, both declared in files and read from a service. Records are identified by their names.
/**
 * Resource types in the order in which their records are applied. Records of a type depend only on records of earlier
 * types.
 */
export const kindNames = [
  'plan',
  'organization',
  'membership',
  'team',
  'project',
  'workspace',
  'workspace-access',
  'project-access',
  'policy',
  'policy-set',
  'parameter',
  'parameter-override',
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
 * these types.
 */
export const siteKinds: readonly KindName[] = ['settings', 'plan', 'retention', 'oidc-provider', 'administrator'];

/** Attribute values by their names in the neutral vocabulary. */
export type RecordValues = Readonly<Record<string, unknown>>;

export interface RecordName {
  readonly kind: KindName;
  /**
   * Names from the organization down. For example, `['shire', 'platform']` is the team `platform` of the organization
   * `shire`.
   */
  readonly path: readonly string[];
}

/** Source location of a declared record, as a text with file and line. */
export interface SourceLocation {
  readonly text: string;
  /** Returns the file and line of the record's attribute. */
  readonly of: (attribute: string) => string;
}

/** Returns a location for a record that does not come from a file, such as a record of another instance. */
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
  /**
   * Entity tag to send when the record is changed. Undefined if the service does not support entity tags for this type.
   */
  readonly tag?: string | undefined;
  /** For a record that represents a person, whether the person can sign in. */
  readonly isActive?: boolean;
  /** Attributes whose values may be inherited from the instance. An export omits these attributes. */
  readonly inherited?: readonly string[];
}

/** Name of the team that exists in every organization. */
export const ownersTeam = 'owners';

/** Returns the elements of a list as strings; an empty list if the value is not a list. */
export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export const keyOf = ({ kind, path }: RecordName): string => [kind, ...path].join('\n');

/**
 * A secret in a file. It consists of the reference, `${env:NAME}` or `${file:PATH}`, and the value that the reference
 * resolves to.
 */
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

/** A record or attribute that could not be exported, applied or imported, and the reason. */
export interface LeftOut {
  /** Type of the record that was left out or that has the attribute. */
  readonly kind?: KindName;
  readonly what: string;
  readonly reason: string;
}
