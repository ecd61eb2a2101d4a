// Third-party software in the artefacts of a release.

/** Location of a component: a part of the program, Node.js in the executable, or the operating system in the image. */
export type Part = 'server' | 'console' | 'documentation' | 'policy-engine' | 'hcl2json' | 'executable' | 'image';

/** Component in the bill of materials. */
export interface ListedComponent {
  /** Package URL type, with its namespace. */
  readonly ecosystem: 'npm' | 'golang' | 'generic' | 'deb/debian';
  readonly name: string;
  readonly version: string;
  readonly parts: readonly Part[];
  /** SPDX expression. Absent for Debian packages, whose licenses are files in the image. */
  readonly license?: string;
  /** URL of the source code, if the package names one. */
  readonly source?: string;
  readonly hash?: { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string };
  /** Package URL qualifiers, such as `arch=amd64`. */
  readonly qualifiers?: string;
  /**
   * Name in the National Vulnerability Database. It is needed for software that does not come from a package manager.
   */
  readonly cpe?: string;
}

/** Component of the program. Its license texts are in the program's notices. */
export interface Component extends ListedComponent {
  readonly license: string;
  /** License and notice texts. */
  readonly texts: readonly string[];
}

/** Merges duplicate components and their parts, and sorts the result by name. */
export const merged = <Listed extends ListedComponent>(components: readonly Listed[]): readonly Listed[] =>
  [...Map.groupBy(components, keyOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first === undefined ? [] : [{ ...first, parts: [...new Set([first, ...others].flatMap(({ parts }) => parts))] }],
    );

const keyOf = ({ ecosystem, name, version }: ListedComponent): string => `${ecosystem} ${name} ${version}`;
