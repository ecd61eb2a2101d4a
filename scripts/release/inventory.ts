// Writes a release's bill of materials and third-party notices next to the artefacts, so that they can be read before
// an installation.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artefact, MakeContext } from './artefact.ts';
import { merged } from './component.ts';
import { componentsOf } from './components.ts';
import { allNotices } from './executable.ts';
import { packagesOfRelease } from './image-packages.ts';
import { billName, checkInventory } from './inventory-check.ts';
import { nodeComponents } from './node-components.ts';
import { noticesFile } from './notices.ts';
import { sbomOf } from './sbom.ts';

export const inventory: Artefact = { name: 'inventory', make, check: checkInventory };

async function make(context: MakeContext): Promise<readonly string[]> {
  const { root, folder, version } = context;
  const ofProgram = await componentsOf(root);
  const components = merged([...ofProgram, ...(await nodeComponents(context)), ...(await packagesOfRelease(context))]);
  await writeFile(join(folder, billName(version)), `${JSON.stringify(sbomOf(context, components), null, 2)}\n`);
  await writeFile(join(folder, noticesFile), await allNotices(context));
  return [billName(version), noticesFile];
}
