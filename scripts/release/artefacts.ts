import { archive } from './archive.ts';
import type { Artefact } from './artefact.ts';
import { chart } from './chart.ts';
import { compose } from './compose.ts';
import { debianPackage } from './deb.ts';
import { executable } from './executable.ts';
import { containerImage } from './image.ts';
import { inventory } from './inventory.ts';
import { npmPackage } from './npm.ts';

/** All artefacts of a release, in build order. */
const artefacts: readonly Artefact[] = [
  npmPackage,
  executable,
  archive,
  debianPackage,
  containerImage,
  chart,
  compose,
  // The inventory must be built after the image, because it lists the packages in the image.
  inventory,
];

/** Returns the named artefacts, or all artefacts if no names are given. */
export function artefactsOf(names: readonly string[]): readonly Artefact[] {
  const unknown = names.filter((name) => !artefacts.some((artefact) => artefact.name === name));
  if (unknown.length > 0) {
    const known = artefacts.map(({ name }) => name).join(', ');
    throw new Error(`Unknown artefact: ${unknown.join(', ')}. Specify some of ${known}, or nothing for all artefacts.`);
  }
  return artefacts.filter(({ name }) => names.length === 0 || names.includes(name));
}
