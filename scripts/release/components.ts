// Software of others in the program: npm packages in the bundles of the server and of the console, Go modules in WebAssembly.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineComponents, parserComponents } from './go-components.ts';
import { licenseIn, licenseProblem } from './licenses.ts';

/** The place of a component in the program. */
export type Part = 'server' | 'console' | 'policy-engine' | 'hcl2json';

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

/** All components in the order of their names. Throws where one may not be given to others, or not without its license. */
export async function componentsOf(root: string): Promise<readonly Component[]> {
  const server = join(root, 'dist', await readFile(join(root, 'dist/current'), 'utf8'));
  const lists = await Promise.all([
    packagesOf(root, server, 'server'),
    packagesOf(join(root, 'console'), join(root, 'console/dist'), 'console'),
    engineComponents(root),
    parserComponents(root),
  ]);
  const components = merged(lists.flat());
  const problems = components.flatMap((component) => licenseProblem(component) ?? []);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return components;
}

/** The licenses of a package, and what it has to say beside them. */
const textFiles = '{LICENSE,LICENCE,License,Licence,license,licence,COPYING,NOTICE}*';

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: string | { readonly url: string };
}

type Lock = Readonly<Record<string, { readonly integrity?: string }>>;

/** Packages in a bundle, which lists the folders of them as seen from `root`. */
async function packagesOf(root: string, bundle: string, part: Part): Promise<readonly Component[]> {
  const folders: readonly string[] = await parsed(join(bundle, 'packages.json'));
  const { packages: lock }: { readonly packages: Lock } = await parsed(join(root, 'package-lock.json'));
  return await Promise.all(
    folders.map(async (folder) => {
      const {
        name,
        version,
        license = 'none',
        repository,
      }: PackageFile = await parsed(join(root, folder, 'package.json'));
      const integrity = lock[folder]?.integrity;
      const source = addressOf(repository);
      return {
        ecosystem: 'npm' as const,
        name,
        version,
        parts: [part],
        license,
        texts: await textsIn(join(root, folder), name),
        ...(source !== undefined && { source }),
        ...(integrity?.startsWith('sha512-') && { hash: sha512(integrity) }),
      };
    }),
  );
}

const parsed = async <Content>(path: string): Promise<Content> => JSON.parse(await readFile(path, 'utf8'));

async function textsIn(folder: string, name: string): Promise<readonly string[]> {
  const files = globSync(textFiles, { cwd: folder }).filter((file) => !/\.(js|ts|json)$/.test(file));
  if (files.length > 0) return await Promise.all(files.sort().map((file) => trimmed(join(folder, file))));
  const readme = globSync('{README,readme}*', { cwd: folder })[0];
  const [, section = ''] = readmeSection.exec(readme === undefined ? '' : await trimmed(join(folder, readme))) ?? [];
  if (licenseIn([section]) !== 'none') return [section.trim()];
  // Some packages leave it in their repository.
  return await Promise.all(globSync(`${missingTexts}/${name}.txt`).map(trimmed));
}

const readmeSection = /^#+ *licen[sc]e *$(.*?)(?=^#|(?![\s\S]))/ims;
const missingTexts = fileURLToPath(new URL('license-texts', import.meta.url));

const trimmed = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();

/** `owner/name` means GitHub. */
function addressOf(repository: PackageFile['repository']): string | undefined {
  const url = typeof repository === 'object' ? repository.url : repository;
  return url
    ?.replace(/^(git\+)?(git|ssh|https?):\/\/(git@)?|^git@(?=github)/, 'https://')
    .replace('github.com:', 'github.com/')
    .replace(/^github:|^(?=[\w-]+\/[\w.-]+$)/, 'https://github.com/')
    .replace(/\.git$/, '');
}

const sha512 = (integrity: string) => ({
  alg: 'SHA-512' as const,
  content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
});

const keyOf = ({ ecosystem, name, version }: Component): string => `${ecosystem} ${name} ${version}`;

/** One component where several parts have it. */
const merged = (components: readonly Component[]): readonly Component[] =>
  [...Map.groupBy(components, keyOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first === undefined ? [] : [{ ...first, parts: [...new Set([first, ...others].flatMap(({ parts }) => parts))] }],
    );
