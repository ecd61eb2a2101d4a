// Links in an archive of policies. They are not followed, so one that may stand for code is refused: without a library, a
// policy could pass in silence.
import { posix } from 'node:path';
import { quoted } from './entry-paths.ts';
import { RefusedArchive } from './refused-archive.ts';
import type { TakeEntry } from './unpack.ts';

export interface PolicyLinks {
  /** Adds an entry of the archive; throws `RefusedArchive` for a link in place of a file with code. */
  readonly add: TakeEntry;
  /** At the end of the archive: throws `RefusedArchive` for a link that may lead to a folder with code. */
  readonly requireHarmless: () => void;
}

export interface PolicyFilesForm {
  /** The folder that the policies are in, as the parts of its path. */
  readonly folder: readonly string[];
  /** Whether a file is code, by its path below that folder. */
  readonly takes: (path: string) => boolean;
}

export function newPolicyLinks({ folder, takes }: PolicyFilesForm): PolicyLinks {
  const places: Place[] = [];
  const links: Link[] = [];
  return {
    add: (parts, { kind, target }) => {
      const path = parts.join('/');
      const below = pathIn(folder, parts);
      const isSymbolic = kind === 'symlink';
      places.push({ path, mayHaveCode: isSymbolic || takes(below ?? path) });
      if (below === undefined) return;
      if ((isSymbolic || kind === 'hardlink') && takes(below)) throw refused(path);
      if (isSymbolic) links.push({ path, target: posix.join(posix.dirname(path), target.toString('utf8')) });
    },
    requireHarmless: () => {
      if (links.length > maxLinks) throw tooMany();
      for (const { path, target } of links) {
        const reached = places.filter((place) => isWithin(target, place.path));
        if (reached.length === 0 || reached.some(({ mayHaveCode }) => mayHaveCode)) throw refused(path);
      }
    },
  };
}

/** The path of an entry below a folder; undefined for what is elsewhere. */
export const pathIn = (folder: readonly string[], parts: readonly string[]): string | undefined =>
  folder.every((part, index) => part === parts[index]) ? parts.slice(folder.length).join('/') : undefined;

interface Place {
  readonly path: string;
  readonly mayHaveCode: boolean;
}

interface Link {
  readonly path: string;
  /** As a path in the archive. */
  readonly target: string;
}

/** Each is compared with every file. */
const maxLinks = 1_000;

const tooMany = (): RefusedArchive =>
  new RefusedArchive(`The archive has more than ${maxLinks} symbolic links. Remove links that nobody needs.`);

const isWithin = (target: string, path: string): boolean => target === '.' || `${path}/`.startsWith(`${target}/`);

const refused = (path: string): RefusedArchive =>
  new RefusedArchive(
    `${quoted(path)} is a link, and links are not followed. Pack the files themselves: tar --dereference --hard-dereference.`,
  );
