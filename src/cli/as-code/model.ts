// Records of an instance by their names, as files declare them and as a service has them.
/** The kinds of records, in the order in which they are applied: each needs only those before it. */
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

/** The kinds of records that belong to no organization; who does not see the settings sees none of the others. */
export const siteKinds: readonly KindName[] = ['settings', 'plan', 'retention', 'oidc-provider', 'administrator'];

/** Attributes by their neutral names. */
export type Values = Readonly<Record<string, unknown>>;

export interface RecordName {
  readonly kind: KindName;
  /** Names from the organization on: `['shire', 'platform']` is the team platform of shire. */
  readonly path: readonly string[];
}

/** Origin of a declared record: file and line. */
export interface Place {
  readonly text: string;
  /** File and line of one of its attributes. */
  readonly of: (attribute: string) => string;
}

/** Origin of what is in no file, such as an organization of another instance. */
export const placeNamed = (text: string): Place => ({ text, of: () => text });

/** A record as files declare it. What `values` leaves out stays as it is. */
export interface Declared extends RecordName {
  readonly values: Values;
  readonly place: Place;
}

/** A record as a service has it. */
export interface Present extends RecordName {
  readonly id: string;
  readonly values: Values;
  /** Its entity tag, where the service takes one with a change. */
  readonly tag?: string | undefined;
  /** Of people: true if they can sign in. */
  readonly isActive?: boolean;
  /** Attributes whose value may be that of the instance, so that an export leaves them out. */
  readonly inherited?: readonly string[];
}

/** The team that every organization has. */
export const ownersTeam = 'owners';

/** The names in a list; none where it is no list. */
export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export const keyOf = ({ kind, path }: RecordName): string => [kind, ...path].join('\n');

/** A secret of a file: `${env:NAME}` or `${file:PATH}`, with the value that it refers to. */
export class SecretReference {
  readonly text: string;
  readonly value: string;

  constructor(text: string, value: string) {
    this.text = text;
    this.value = value;
  }
}

/** Stands for a secret that a service has, and shows nobody. */
export const storedSecret: unique symbol = Symbol('secret');

/** A part that is not exported, applied or imported, and the reason. */
export interface LeftOut {
  /** Kind of the record that it is a part of. */
  readonly kind?: KindName;
  readonly what: string;
  readonly reason: string;
}
