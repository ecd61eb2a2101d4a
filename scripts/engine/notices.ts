import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { go } from './go.ts';

const fileName = /^(licen[sc]e|copying|notice|patents)(?!.*\.(js|ts|json)$)/i;

/** A Go program and the platform that it is built for. */
export interface Build {
  readonly program: string;
  readonly target: object;
}

/** Returns the license texts of all components that are compiled into the programs. */
export const noticesOf = async (folder: string, builds: readonly Build[]): Promise<string> =>
  await textOfNotices('policy engine', await componentsOf(folder, builds));

/** Returns the license texts of all components. A text that several components share appears once. */
export async function textOfNotices(
  product: string,
  components: readonly { readonly name: string; readonly path: string }[],
): Promise<string> {
  const names = new Map<string, string[]>();
  for (const { name, path } of components) {
    const texts = await licenseTextsIn(path);
    if (texts.length === 0) throw new Error(`The license text of ${name} is missing.`);
    for (const text of texts) names.set(text, [...(names.get(text) ?? []), name]);
  }
  const line = '-'.repeat(80);
  const notices = [...names].map(
    ([text, owners]) => `${line}\n${[...new Set(owners)].join('\n')}\n${line}\n\n${text}\n`,
  );
  return `The ${product} contains the following software.\n\n${notices.join('\n')}`;
}

/** Returns the texts of the license and notice files in a folder, sorted by file name. */
export async function licenseTextsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && fileName.test(entry.name)).map(({ name }) => name);
  return await Promise.all(files.sort().map(async (file) => (await readFile(join(folder, file), 'utf8')).trim()));
}

async function componentsOf(folder: string, builds: readonly Build[]) {
  const format = '{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}{{end}}{{end}}';
  const listed = await Promise.all(
    builds.map(({ program, target }) => go(folder, ['list', '-mod=vendor', '-deps', '-f', format, program], target)),
  );
  const modules = [
    ...new Set(
      listed
        .join('')
        .split('\n')
        .filter((line) => line !== ''),
    ),
  ].sort();
  const goRoot = (await go(folder, ['env', 'GOROOT'])).trim();
  return [
    { name: 'Go', path: goRoot },
    ...modules.map((name) => ({ name, path: join(folder, 'vendor', name.split(' ')[0] ?? '') })),
  ];
}
