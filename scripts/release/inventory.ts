// The bill of materials and the notices of the program, beside the artefacts for those who look before they install.
import { copyFile } from 'node:fs/promises';
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
  return [];
}
