// Software of others in the artefacts of a release.

/** The place of a component: a part of the program, Node.js in the executable, or the system in the image. */
export type Part = 'server' | 'console' | 'documentation' | 'policy-engine' | 'hcl2json' | 'executable' | 'image';

/** A component as the bill of materials lists it. */
export interface ListedComponent {
  /** Type of the package URL, with its namespace. */
  readonly ecosystem: 'npm' | 'golang' | 'generic' | 'deb/debian';
  readonly name: string;
  readonly version: string;
  readonly parts: readonly Part[];
  /** An SPDX expression. Packages of Debian have none: their licenses are files in the image. */
  readonly license?: string;
  /** Address of the source, where the package names one. */
  readonly source?: string;
  readonly hash?: { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string };
  /** Qualifiers of the package URL, such as `arch=amd64`. */
  readonly qualifiers?: string;
  /** Name in the National Vulnerability Database, which knows software without a package manager by nothing else. */
  readonly cpe?: string;
}

/** A component of the program, whose license texts are in its notices. */
export interface Component extends ListedComponent {
  readonly license: string;
  /** Texts of licenses and notices. */
  readonly texts: readonly string[];
}

/** Lists each component once, in the order of the names, with all its parts. */
export const merged = <Listed extends ListedComponent>(components: readonly Listed[]): readonly Listed[] =>
  [...Map.groupBy(components, keyOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first === undefined ? [] : [{ ...first, parts: [...new Set([first, ...others].flatMap(({ parts }) => parts))] }],
    );

const keyOf = ({ ecosystem, name, version }: ListedComponent): string => `${ecosystem} ${name} ${version}`;
