// The bill of materials and the notices of the program, beside the artefacts: to be read before anything is installed.
import assert from 'node:assert/strict';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artefact, CheckContext, MakeContext, Proof } from './artefact.ts';

export const inventory: Artefact = { name: 'inventory', make, check };

const filesOf = (version: string): Readonly<Record<string, string>> => ({
  'sbom.cdx.json': `tipstaff-${version}.cdx.json`,
  'THIRD-PARTY-NOTICES.txt': 'THIRD-PARTY-NOTICES.txt',
});

async function make({ program, folder, version }: MakeContext): Promise<readonly string[]> {
  const files = Object.entries(filesOf(version));
  for (const [from, to] of files) await copyFile(join(await program(), from), join(folder, to));
  return files.map(([, file]) => file);
}

async function check({ folder, version }: CheckContext): Promise<readonly Proof[]> {
  const files = Object.values(filesOf(version));
  const [sbom = '', notices = ''] = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const { components }: { readonly components: readonly Named[] } = JSON.parse(sbom);
  const missing = components.filter((component) => !notices.includes(`\n${component.name} ${component.version} (`));
  assert.deepEqual(missing, [], 'Notices are missing.');
  return files.map((file) => ({ file }));
}

interface Named {
  readonly name: string;
  readonly version: string;
}
