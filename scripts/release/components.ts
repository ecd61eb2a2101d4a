// Third-party software in the program. It consists of npm packages in the bundles of the server, the console and the
// documentation, and of Go modules in the WebAssembly files.
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licenseTextsIn } from '../engine/notices.ts';
import { type Component, merged, type Part } from './component.ts';
import { engineComponents, parserComponents } from './go-components.ts';
import { licenseIn, licenseProblem } from './licenses.ts';

/**
 * Returns all components, sorted by name. Throws if a component has no license text, or if its license forbids
 * redistribution.
 */
export async function componentsOf(root: string): Promise<readonly Component[]> {
  const server = join(root, 'dist', await readFile(join(root, 'dist/current'), 'utf8'));
  const lists = await Promise.all([
    packagesOf(root, server, 'server'),
    packagesOf(join(root, 'console'), join(root, 'console/dist'), 'console'),
    packagesOf(join(root, 'site'), join(root, 'site/dist'), 'documentation'),
    engineComponents(root),
    parserComponents(root),
  ]);
  const components = merged(lists.flat());
  const problems = components.flatMap((component) => licenseProblem(component) ?? []);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return components;
}

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly repository?: string | { readonly url: string };
}

type Lock = Readonly<Record<string, { readonly integrity?: string }>>;

/** Returns the packages in a bundle. The bundle's `packages.json` lists their folders relative to `root`. */
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
  const texts = await licenseTextsIn(folder);
  if (texts.length > 0) return texts;
  const readme = globSync('{README,readme}*', { cwd: folder })[0];
  const [, section = ''] = readmeSection.exec(readme === undefined ? '' : await trimmed(join(folder, readme))) ?? [];
  if (licenseIn([section]) !== 'none') return [section.trim()];
  // Some packages contain no license text. For these, the text from their repository is stored in `missingTexts`.
  return await Promise.all(globSync(`${missingTexts}/${name}.txt`).map(trimmed));
}

const readmeSection = /^#+ *licen[sc]e *$(.*?)(?=^#|(?![\s\S]))/ims;
const missingTexts = fileURLToPath(new URL('license-texts', import.meta.url));

const trimmed = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();

/** Returns a repository's URL. The short form `owner/name` refers to GitHub. */
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
