// Debian packages in the image. They are unpacked but not configured, so Debian's usual package list would be empty.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckContext } from './artefact.ts';
import type { ListedComponent } from './component.ts';
import { imageName, unpackImage } from './image-archive.ts';

/** Folder with a control file for each package. Image scanners read these files in images without a package manager. */
const listFolder = 'var/lib/dpkg/status.d';

/** Hook for mmdebstrap that writes the control files into the root file system `$1`. */
export const packageListHook = [
  `mkdir "$1/${listFolder}"`,
  `for file in "$1"/var/cache/apt/archives/*.deb; do dpkg-deb --field "$file" >"$1/${listFolder}/$(dpkg-deb --field "$file" Package)"; done`,
].join(' && ');

/** Returns the packages in the image of a release. Returns none if the release contains no image. */
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

/** Parses the control file of a package. `distribution` is the Debian version, such as `12`. */
export function packageIn(control: string, distribution: string): ListedComponent {
  const [name = '', version = '', architecture = ''] = ['Package', 'Version', 'Architecture'].map(
    (field) => new RegExp(`^${field}: (.*)$`, 'm').exec(control)?.[1],
  );
  const qualifiers = `arch=${architecture}&distro=debian-${distribution}`;
  return { ecosystem: 'deb/debian', name, version, parts: ['image'], qualifiers };
}
