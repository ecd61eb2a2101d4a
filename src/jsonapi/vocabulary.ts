import { type Behaviour, compatBehaviour, referenceBehaviour } from './behaviour.ts';

/** Names in a vocabulary that differ from the neutral names. The keys are the neutral names. */
export type Differing = Readonly<Partial<Record<string, string>>>;

/** Words from which names of attributes and their values are composed. */
interface Words {
  /**
   * Name of the built-in policy framework. It is the `kind` of its policies, and the file extension in their deprecated
   * `enforce` attribute.
   */
  readonly native: string;
  /** Name of the settings group for the text message provider. */
  readonly sms: string;
  /** Prefix of two deprecated run settings. */
  readonly buildWorker: string;
  /** Prefixes of the credential attributes for each price provider. */
  readonly cloudA: string;
  readonly cloudB: string;
  readonly cloudC: string;
}

/** Names that differ from the neutral vocabulary. */
interface Differences {
  /** Names of attributes at all levels of a document. */
  readonly attributes: Differing;
  /** Values of attributes, by the attribute's neutral name. */
  readonly values: Readonly<Partial<Record<string, Differing>>>;
  /** Names of resource types, which also occur in paths. */
  readonly types: Differing;
  /** Phrases in the texts of the API description. */
  readonly texts: Differing;
}

/**
 * Names that one family of API clients uses. Declarations, stored rows and audit records use the neutral vocabulary
 * instead. When the program starts, each route is translated to the configured vocabulary, together with its payload,
 * reply and resource (`inWords`).
 */
export interface Vocabulary extends Words, Differences {
  /** Text in the middle of an API token, between its two random parts. */
  readonly tokenMark: string;
  /** Prefix of the custom claims in workload identity tokens. */
  readonly claimPrefix: string;
  readonly behaviour: Behaviour;
  /**
   * Returns headers by which clients identify the service. Every response contains them. Their names are lower-case.
   * Absent if the vocabulary has no such headers.
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
    'native-mocks': `${native}-mocks`,
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

/** Newest Terraform Enterprise release that clients may assume, in both of its version formats. */
const release = { 'x-tfe-version': 'v202507-1', 'x-tfe-current-version': '1.0.0' };

const terraformWords: Words = {
  native: 'sentinel',
  sms: 'twilio',
  buildWorker: 'terraform-build-worker',
  cloudA: 'aws',
  cloudB: 'gcp',
  cloudC: 'azure',
};

/** Vocabulary that existing Terraform clients use. */
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

/** Vocabularies by their names in the configuration. */
export const vocabularies = { neutral, terraform } as const;

/** Functions that create a declared value for a vocabulary, by the value's neutral form. */
const makers = new WeakMap<object, (words: Vocabulary) => unknown>();

/**
 * Declares a value that differs between vocabularies. `make` creates its form for a vocabulary. Returns the neutral
 * form. A copy of this form, such as `{ ...value }`, cannot be translated.
 */
export const declared = <Form extends object>(make: (words: Vocabulary) => Form): Form => {
  const value = make(neutral);
  makers.set(value, make);
  return value;
};

/** Whether a value was returned by `declared`. False for a copy of such a value. */
export const isDeclared = (value: object): boolean => makers.has(value);

/** Translates a declared value to a vocabulary. Returns any other value unchanged. */
export const inWords = <Form extends object>(value: Form, words: Vocabulary): Form =>
  words === neutral ? value : ((makers.get(value)?.(words) as Form | undefined) ?? value);

/** Declares a value that is derived from another declared value and translated together with it. */
export const derived = <From extends object, Form extends object>(from: From, make: (from: From) => Form): Form =>
  declared((words) => make(inWords(from, words)));

/** Translates an attribute name. */
export const attributeIn = ({ attributes }: Vocabulary, name: string): string => attributes[name] ?? name;

/** Translates a resource type. */
export const typeIn = ({ types }: Vocabulary, type: string): string => types[type] ?? type;

/** Translates the fixed segments of a path that are resource types. */
export const pathIn = (words: Vocabulary, path: string): string =>
  path
    .split('/')
    .map((part) => typeIn(words, part))
    .join('/');

/** Translates a text of the API description. */
export const textIn = ({ texts }: Vocabulary, text: string): string =>
  Object.entries(texts).reduce((result, [own, wire]) => result.replaceAll(own, wire ?? own), text);
