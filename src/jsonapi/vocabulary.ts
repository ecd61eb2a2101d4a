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
  /** What the names of a workload identity token's own claims begin with. */
  readonly claimPrefix: string;
  /** The settings of the provider of text messages. */
  readonly sms: string;
  /** The first part of two deprecated general settings. */
  readonly buildWorker: string;
  /** Whether settings show what the reference names and nothing else, and are held to all of its forms. */
  readonly keepsToReference: boolean;
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
  tokenMark: 'reeve',
  claimPrefix: 'iac_',
  sms: 'sms',
  buildWorker: 'iac-build-worker',
  keepsToReference: true,
  cloudA: 'cloud-a',
  cloudB: 'cloud-b',
  cloudC: 'cloud-c',
};
