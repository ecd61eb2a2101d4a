import { type Behaviour, compatBehaviour, referenceBehaviour } from './behaviour.ts';

/**
 * The words on the wire that differ from one family of clients to another. Schemas, routes and documents
 * read them where they are built, at start-up; what is stored is always the neutral word.
 */
export interface Vocabulary {
  /** The first policy framework: a policy's kind, and the ending of its deprecated `enforce` path. */
  readonly native: string;
  /** The second policy framework, and the ending of its paths. */
  readonly opa: string;
  readonly opaExtension: string;
  /** The middle part of an API token. */
  readonly tokenMark: string;
  /** Prefix of the names of a workload identity token's own claims. */
  readonly claimPrefix: string;
  /** The settings of the provider of text messages. */
  readonly sms: string;
  /** The first part of two deprecated general settings. */
  readonly buildWorker: string;
  readonly behaviour: Behaviour;
  /** Header fields by which every answer describes the service, by their lower-case names; absent where none does. */
  readonly headersOf?: (isHosted: boolean) => Readonly<Record<string, string>>;
  /** The first parts of the names of each price provider's credentials. */
  readonly cloudA: string;
  readonly cloudB: string;
  readonly cloudC: string;
}

/** The words of the reference. */
export const neutral: Vocabulary = {
  native: 'native',
  opa: 'opa',
  opaExtension: 'rego',
  tokenMark: 'tipstaff',
  claimPrefix: 'iac_',
  sms: 'sms',
  buildWorker: 'iac-build-worker',
  behaviour: referenceBehaviour,
  cloudA: 'cloud-a',
  cloudB: 'cloud-b',
  cloudC: 'cloud-c',
};

/** The newest release whose behaviour clients may count on, in both of its numberings. */
const release = { 'x-tfe-version': 'v202507-1', 'x-tfe-current-version': '1.0.0' };

/** The words that today's clients of this family of APIs use. */
export const terraform: Vocabulary = {
  native: 'sentinel',
  opa: 'opa',
  opaExtension: 'rego',
  tokenMark: 'atlasv1',
  claimPrefix: 'terraform_',
  sms: 'twilio',
  buildWorker: 'terraform-build-worker',
  behaviour: compatBehaviour,
  headersOf: (isHosted) => ({
    'tfp-api-version': '2.6',
    'tfp-appname': isHosted ? 'HCP Terraform' : 'Terraform Enterprise',
    ...(!isHosted && release),
  }),
  cloudA: 'aws',
  cloudB: 'gcp',
  cloudC: 'azure',
};

/** The vocabularies by the names that the configuration knows them by. */
export const vocabularies = { neutral, terraform } as const;
