import { type Behaviour, compatBehaviour, referenceBehaviour } from './behaviour.ts';

/** Names in this vocabulary by their neutral names. */
export type Differing = Readonly<Partial<Record<string, string>>>;

/** Parts from which attribute names and values are composed. */
interface Words {
  /**
   * Name of the built-in policy framework: the `kind` of its policies, and the last part of their deprecated `enforce`
   * path.
   */
  readonly native: string;
  /** Settings group of the text message provider. */
  readonly sms: string;
  /** Prefix of two deprecated run settings. */
  readonly buildWorker: string;
  /** Prefixes of the credential attributes of each price provider. */
  readonly cloudA: string;
  readonly cloudB: string;
  readonly cloudC: string;
}

/** Differences from the neutral vocabulary. */
interface Differences {
  /** Attribute names at all levels of a document. */
  readonly attributes: Differing;
  /** Attribute values, by the neutral attribute name. */
  readonly values: Readonly<Partial<Record<string, Differing>>>;
  /** Resource types, which also occur in paths. */
  readonly types: Differing;
  /** Parts of texts in the API description. */
  readonly texts: Differing;
}

/**
 * Names that one family of API clients uses. Declarations, stored rows and audit records use the neutral vocabulary. At
 * start-up, each route is translated with its payload, reply and resource (`inWords`).
 */
export interface Vocabulary extends Words, Differences {
  /** Middle part of API tokens. */
  readonly tokenMark: string;
  /** Prefix of custom claims in workload identity tokens. */
  readonly claimPrefix: string;
  readonly behaviour: Behaviour;
  /**
   * Returns the header fields that every response has to identify the service, with lower-case names. Absent if there
   * are none.
   */
  readonly headersOf?: (isHosted: boolean) => Readonly<Record<string, string>>;
}

/** Vocabulary of the API reference. */
export const neutral: Vocabulary = {
  native: 'native',
  sms: 'sms',
  buildWorker: 'iac-build-worker',
  cloudA: 'cloud-a',
  cloudB: 'cloud-b',
  cloudC: 'cloud-c',
  attributes: {},
  values: {},
  types: {},
  texts: {},
  tokenMark: 'tipstaff',
  claimPrefix: 'iac_',
  behaviour: referenceBehaviour,
};

const differences = ({ native, sms, buildWorker, cloudA, cloudB, cloudC }: Words): Differences => ({
  attributes: {
    native,
    'can-update-native': `can-update-${native}`,
    'iac-build-worker-plan-timeout': `${buildWorker}-plan-timeout`,
    'iac-build-worker-apply-timeout': `${buildWorker}-apply-timeout`,
    'iac-worker-sudo-enabled': `${buildWorker.replace('-build', '')}-sudo-enabled`,
    'cloud-a-access-key-id': `${cloudA}-access-key-id`,
    'cloud-a-secret-key': `${cloudA}-secret-key`,
    'cloud-a-enabled': `${cloudA}-enabled`,
    'cloud-a-instance-profile-enabled': `${cloudA}-instance-profile-enabled`,
    'cloud-b-credentials': `${cloudB}-credentials`,
    'cloud-b-enabled': `${cloudB}-enabled`,
    'cloud-c-client-id': `${cloudC}-client-id`,
    'cloud-c-client-secret': `${cloudC}-client-secret`,
    'cloud-c-subscription-id': `${cloudC}-subscription-id`,
    'cloud-c-tenant-id': `${cloudC}-tenant-id`,
    'cloud-c-enabled': `${cloudC}-enabled`,
  },
  values: { kind: { native } },
  types: { 'sms-settings': `${sms}-settings`, 'native-versions': `${native}-versions` },
  texts: { 'SMS settings': `${sms} settings` },
});

/** Newest release whose behaviour clients may rely on, in both of its version formats. */
const release = { 'x-tfe-version': 'v202507-1', 'x-tfe-current-version': '1.0.0' };

const terraformWords: Words = {
  native: 'sentinel',
  sms: 'twilio',
  buildWorker: 'terraform-build-worker',
  cloudA: 'aws',
  cloudB: 'gcp',
  cloudC: 'azure',
};

/** Vocabulary of existing Terraform clients. */
export const terraform: Vocabulary = {
  ...terraformWords,
  ...differences(terraformWords),
  tokenMark: 'atlasv1',
  claimPrefix: 'terraform_',
  behaviour: compatBehaviour,
  headersOf: (isHosted) => ({
    'tfp-api-version': '2.6',
    'tfp-appname': isHosted ? 'HCP Terraform' : 'Terraform Enterprise',
    ...(!isHosted && release),
  }),
};

/** Vocabularies by the names used in the configuration. */
export const vocabularies = { neutral, terraform } as const;

/** Functions that translate declared values. */
const makers = new WeakMap<object, (words: Vocabulary) => unknown>();

/**
 * Declares a value that `make` creates for each vocabulary, and returns the neutral one. A copy of it, such as `{
 * ...value }`, is no longer translated.
 */
export const declared = <Form extends object>(make: (words: Vocabulary) => Form): Form => {
  const value = make(neutral);
  makers.set(value, make);
  return value;
};

/** Whether a value is the result of `declared`. Copies of it are not. */
export const isDeclared = (value: object): boolean => makers.has(value);

/** Translates a declared value to a vocabulary. Any other value is returned unchanged. */
export const inWords = <Form extends object>(value: Form, words: Vocabulary): Form =>
  words === neutral ? value : ((makers.get(value)?.(words) as Form | undefined) ?? value);

/** Declares a value that depends on another declared value and is translated with it. */
export const derived = <From extends object, Form extends object>(from: From, make: (from: From) => Form): Form =>
  declared((words) => make(inWords(from, words)));

/** Translates an attribute name. */
export const attributeIn = ({ attributes }: Vocabulary, name: string): string => attributes[name] ?? name;

/** Translates a resource type. */
export const typeIn = ({ types }: Vocabulary, type: string): string => types[type] ?? type;

/** Translates a path, of which fixed segments may be resource types. */
export const pathIn = (words: Vocabulary, path: string): string =>
  path
    .split('/')
    .map((part) => typeIn(words, part))
    .join('/');

/** Translates a text of the API description. */
export const textIn = ({ texts }: Vocabulary, text: string): string =>
  Object.entries(texts).reduce((result, [own, wire]) => result.replaceAll(own, wire ?? own), text);
