import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { go } from './go.ts';

const fileNames = '{LICENSE,LICENCE,COPYING,NOTICE,PATENTS}*';

/** A program, and what it is built for. */
export interface Build {
  readonly program: string;
  readonly target: object;
}

/** The licenses of everything that is compiled into the programs. */
export const noticesOf = async (folder: string, builds: readonly Build[]): Promise<string> =>
  await textOfNotices('policy engine', await componentsOf(folder, builds));

/** The licenses in the folders of components; a text that several share stands once. */
export async function textOfNotices(
  product: string,
  components: readonly { readonly name: string; readonly path: string }[],
): Promise<string> {
  const names = new Map<string, string[]>();
  for (const { name, path } of components) {
    for (const file of globSync(fileNames, { cwd: path }).sort()) {
      const text = (await readFile(join(path, file), 'utf8')).trim();
      names.set(text, [...(names.get(text) ?? []), name]);
    }
  }
  const line = '-'.repeat(80);
  const notices = [...names].map(
    ([text, owners]) => `${line}\n${[...new Set(owners)].join('\n')}\n${line}\n\n${text}\n`,
  );
  return `The ${product} contains the following software.\n\n${notices.join('\n')}`;
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
