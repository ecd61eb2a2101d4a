// Software of others in the program.

/** The place of a component in the program. */
export type Part = 'server' | 'console' | 'documentation' | 'policy-engine' | 'hcl2json';

export interface Component {
  readonly ecosystem: 'npm' | 'golang';
  readonly name: string;
  readonly version: string;
  readonly parts: readonly Part[];
  /** An expression of SPDX. */
  readonly license: string;
  /** Texts of licenses and notices. */
  readonly texts: readonly string[];
  /** Address of the source, where the package names one. */
  readonly source?: string;
  readonly hash?: { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string };
}
