// Implements `npm run release:cut -- VERSION`, which sets the version in the sources. It edits files and prints the
// next steps. A maintainer then reviews and commits the change, and signs and pushes the tag.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version as present } from '../../src/kernel/version.ts';
import { cutChangelog } from './changelog.ts';
import { changedFiles, root } from './source.ts';
import { say } from './words.ts';

const [version = ''] = process.argv.slice(2);
await requireNewer(version);
await edit('CHANGELOG.md', (text) => cutChangelog(text, version, new Date().toISOString().slice(0, 10)));
for (const folder of ['', 'console/', 'site/']) {
  await edit(`${folder}package.json`, (text) => json({ ...JSON.parse(text), version }));
  await edit(`${folder}package-lock.json`, (text) => json(withVersion(JSON.parse(text))));
}
await edit('deploy/helm/tipstaff/Chart.yaml', (text) =>
  text.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`),
);
// The installation commands in these pages contain file names with the version.
for (const page of ['README.md', 'docs/operate/install.md'])
  await edit(page, (text) => text.replaceAll(present, version));
say(`The version in the sources is now ${version}. Next:

  npm run record && npm run generate && npm run check
  git commit -am 'chore(release): ${version}'
  git push origin main
  git tag -s v${version} -m 'Tipstaff ${version}'
  git push origin v${version}`);

async function requireNewer(wanted: string): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(wanted)) throw new Error('Specify a version, such as 0.2.0.');
  if (wanted.localeCompare(present, 'en', { numeric: true }) < 0)
    throw new Error(`${wanted} is older than ${present}.`);
  const changed = await changedFiles();
  if (changed.length > 0) throw new Error(`Commit these files first: ${changed.join(', ')}.`);
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const file = join(root, path);
  await writeFile(file, change(await readFile(file, 'utf8')));
}

function json(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

interface Lock {
  readonly packages: { readonly '': object };
}

function withVersion(lock: Lock): object {
  return { ...lock, version, packages: { ...lock.packages, '': { ...lock.packages[''], version } } };
}
