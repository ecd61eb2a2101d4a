// Packages of Debian in the image. They are unpacked and not configured, so that Debian's own list of packages would be empty.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckContext } from './artefact.ts';
import type { ListedComponent } from './component.ts';
import { imageName, unpackImage } from './image-archive.ts';

/** A file for each package, at the place where scanners of images look for packages in images without a package manager. */
const listFolder = 'var/lib/dpkg/status.d';

/** The command of mmdebstrap's hook that writes these files into the root `$1`. */
export const packageListHook = [
  `mkdir "$1/${listFolder}"`,
  `for file in "$1"/var/cache/apt/archives/*.deb; do dpkg-deb --field "$file" >"$1/${listFolder}/$(dpkg-deb --field "$file" Package)"; done`,
].join(' && ');

/** Packages in the image of a release; none if the image is not among the artefacts. */
export async function packagesOfRelease({
  folder,
  scratch,
  version,
}: CheckContext): Promise<readonly ListedComponent[]> {
  const [image, root] = [join(folder, imageName(version)), join(scratch, 'packages')];
  if (!existsSync(image)) return [];
  await unpackImage(image, scratch, root);
  const files = await readdir(join(root, listFolder));
  const release = await readFile(join(root, 'usr/lib/os-release'), 'utf8');
  const [, distribution = ''] = /^VERSION_ID="(\d+)"$/m.exec(release) ?? [];
  return await Promise.all(
    files.map(async (file) => packageIn(await readFile(join(root, listFolder, file), 'utf8'), distribution)),
  );
}

/** The package that the fields of a control file describe, of a version of Debian such as `12`. */
export function packageIn(control: string, distribution: string): ListedComponent {
  const [name = '', version = '', architecture = ''] = ['Package', 'Version', 'Architecture'].map(
    (field) => new RegExp(`^${field}: (.*)$`, 'm').exec(control)?.[1],
  );
  const qualifiers = `arch=${architecture}&distro=debian-${distribution}`;
  return { ecosystem: 'deb/debian', name, version, parts: ['image'], qualifiers };
}
