import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { go } from './go.ts';

const fileNames = '{LICENSE,LICENCE,COPYING,NOTICE,PATENTS}*';

/** The licenses of everything that is compiled into the module; a text that several share stands once. */
export async function noticesOf(folder: string, target: object): Promise<string> {
  const names = new Map<string, string[]>();
  for (const { name, path } of await componentsOf(folder, target)) {
    for (const file of globSync(fileNames, { cwd: path }).sort()) {
      const text = (await readFile(join(path, file), 'utf8')).trim();
      names.set(text, [...(names.get(text) ?? []), name]);
    }
  }
  const line = '-'.repeat(80);
  const notices = [...names].map(
    ([text, owners]) => `${line}\n${[...new Set(owners)].join('\n')}\n${line}\n\n${text}\n`,
  );
  return `The policy engine contains the following software.\n\n${notices.join('\n')}`;
}

async function componentsOf(folder: string, target: object) {
  const format = '{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}{{end}}{{end}}';
  const listed = await go(folder, ['list', '-mod=vendor', '-deps', '-f', format, './cmd/wasm'], target);
  const modules = [...new Set(listed.split('\n').filter((line) => line !== ''))].sort();
  const goRoot = (await go(folder, ['env', 'GOROOT'])).trim();
  return [
    { name: 'Go', path: goRoot },
    ...modules.map((name) => ({ name, path: join(folder, 'vendor', name.split(' ')[0] ?? '') })),
  ];
}
