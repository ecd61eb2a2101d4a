import { type Behaviour, compatBehaviour, referenceBehaviour } from './behaviour.ts';

/** Words by the neutral ones. */
export type Differing = Readonly<Partial<Record<string, string>>>;

/** Words of which names and values on the wire are made. */
interface Words {
  /** The first policy framework: the kind of its policies, and the ending of their deprecated `enforce` path. */
  readonly native: string;
  /** The settings of the provider of text messages. */
  readonly sms: string;
  /** The first part of two deprecated settings of runs. */
  readonly buildWorker: string;
  /** The first parts of the names of each price provider's credentials. */
  readonly cloudA: string;
  readonly cloudB: string;
  readonly cloudC: string;
}

/** Differences from the neutral words. */
interface Differences {
  /** Names of attributes, on every level of a document. */
  readonly attributes: Differing;
  /** Values of attributes, by the neutral names of these. */
  readonly values: Readonly<Partial<Record<string, Differing>>>;
  /** Types of records, which are parts of paths, too. */
  readonly types: Differing;
  /** Parts of the texts of the API description. */
  readonly texts: Differing;
}

/**
 * The words on the wire of one family of clients. What is declared, stored and audited is in neutral words; a route, and with it
 * the payload, the reply and the resource that it has, gets its form in another vocabulary at the start (`inWords`).
 */
export interface Vocabulary extends Words, Differences {
  /** The middle part of an API token. */
  readonly tokenMark: string;
  /** Prefix of the names of a workload identity token's own claims. */
  readonly claimPrefix: string;
  readonly behaviour: Behaviour;
  /** Header fields by which every answer describes the service, by their lower-case names; absent where none does. */
  readonly headersOf?: (isHosted: boolean) => Readonly<Record<string, string>>;
}

/** The words of the reference. */
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

/** The newest release whose behaviour clients may count on, in both of its numberings. */
const release = { 'x-tfe-version': 'v202507-1', 'x-tfe-current-version': '1.0.0' };

const terraformWords: Words = {
  native: 'sentinel',
  sms: 'twilio',
  buildWorker: 'terraform-build-worker',
  cloudA: 'aws',
  cloudB: 'gcp',
  cloudC: 'azure',
};

/** The words that today's clients of this family of APIs use. */
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

/** The vocabularies by the names that the configuration knows them by. */
export const vocabularies = { neutral, terraform } as const;

/** Makers of the forms of declared values. */
const makers = new WeakMap<object, (words: Vocabulary) => unknown>();

/** Declares a value that has a form in each vocabulary, by what makes them. A copy, such as `{ ...value }`, has one form only. */
export const declared = <Form extends object>(make: (words: Vocabulary) => Form): Form => {
  const value = make(neutral);
  makers.set(value, make);
  return value;
};

/** True if a value was declared, and is no copy of one that was. */
export const isDeclared = (value: object): boolean => makers.has(value);

/** Form of a value in a vocabulary: the value itself in the neutral one, and where all are the same. */
export const inWords = <Form extends object>(value: Form, words: Vocabulary): Form =>
  words === neutral ? value : ((makers.get(value)?.(words) as Form | undefined) ?? value);

/** Declares a value that is made of another one: its forms are made of the forms of that one. */
export const derived = <From extends object, Form extends object>(from: From, make: (from: From) => Form): Form =>
  declared((words) => make(inWords(from, words)));

/** The name of an attribute. */
export const attributeIn = ({ attributes }: Vocabulary, name: string): string => attributes[name] ?? name;

/** The type of records. */
export const typeIn = ({ types }: Vocabulary, type: string): string => types[type] ?? type;

/** A path, whose fixed parts may be types. */
export const pathIn = (words: Vocabulary, path: string): string =>
  path
    .split('/')
    .map((part) => typeIn(words, part))
    .join('/');

/** A text of the API description. */
export const textIn = ({ texts }: Vocabulary, text: string): string =>
  Object.entries(texts).reduce((result, [own, wire]) => result.replaceAll(own, wire ?? own), text);
