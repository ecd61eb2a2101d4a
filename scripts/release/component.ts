// Third-party software in the artefacts of a release.

/**
 * Where a component is used: in a part of the program, in the executable with Node.js, or in the operating system of
 * the image.
 */
export type Part = 'server' | 'console' | 'documentation' | 'policy-engine' | 'hcl2json' | 'executable' | 'image';

/** Component in the bill of materials. */
export interface ListedComponent {
  /** Type of the package URL, with its namespace if there is one. */
  readonly ecosystem: 'npm' | 'golang' | 'generic' | 'deb/debian';
  readonly name: string;
  readonly version: string;
  readonly parts: readonly Part[];
  /** License as an SPDX expression. Undefined for Debian packages, whose licenses are files in the image. */
  readonly license?: string;
  /** URL of the source code. Undefined if the package does not state it. */
  readonly source?: string;
  readonly hash?: { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string };
  /** Qualifiers of the package URL, such as `arch=amd64`. */
  readonly qualifiers?: string;
  /**
   * CPE name in the National Vulnerability Database. It is required for software that does not come from a package
   * manager.
   */
  readonly cpe?: string;
}

/** Component of the program. Its license texts are included in the third-party notices. */
export interface Component extends ListedComponent {
  readonly license: string;
  readonly texts: readonly string[];
}

/** Merges entries for the same component into one entry with all their parts. Sorts the entries by name. */
export const merged = <Listed extends ListedComponent>(components: readonly Listed[]): readonly Listed[] =>
  [...Map.groupBy(components, keyOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first === undefined ? [] : [{ ...first, parts: [...new Set([first, ...others].flatMap(({ parts }) => parts))] }],
    );

const keyOf = ({ ecosystem, name, version }: ListedComponent): string => `${ecosystem} ${name} ${version}`;
