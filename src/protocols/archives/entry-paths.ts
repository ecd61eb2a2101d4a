// Checks that the names of an archive's entries are safe on every system, including Windows and case-insensitive file
// systems.
import { visible } from '../../lib/text/text.ts';
import { RefusedArchive } from './refused-archive.ts';
import type { TarEntry } from './tar.ts';

/** Returns a name for use in a message: short and without control characters. */
export function quoted(name: string): string {
  const shown = visible(name.replaceAll('\n', '\u0000'));
  return `"${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}"`;
}

/**
 * Returns the parts of an entry's name, or none for the root itself. Throws `RefusedArchive` for a name outside of the
 * root.
 */
export function entryParts(name: Buffer): readonly string[] {
  const path = textOf(name);
  // Every tool extracts this entry as the root of the archive.
  if (path === '/') return [];
  checkPath(path, 'The name');
  const parts = partsOf(path);
  if (parts.includes('..')) {
    throw new RefusedArchive(
      `The name ${quoted(path)} is outside of the archive's root. Pack the folder without paths that lead out of the folder.`,
    );
  }
  return parts;
}

/**
 * Throws `RefusedArchive` for a link that points outside of the root, or could do so after another entry is extracted.
 */
export function checkLink(parts: readonly string[], entry: TarEntry): void {
  const target = textOf(entry.target);
  checkPath(target, `The link ${quoted(parts.join('/'))} points to a target that is not allowed:`);
  const steps = partsOf(target);
  const up = steps.lastIndexOf('..') + 1;
  const depth = entry.kind === 'symlink' ? parts.length - 1 : 0;
  // If a folder on the path is a link, `..` after it leads to the parent of the link's target.
  const isDirect = steps.slice(0, up).every((step) => step === '..');
  if (!isDirect || up > depth) {
    throw new RefusedArchive(
      `The link ${quoted(parts.join('/'))} points to ${quoted(target)}, which is outside of the archive's root. Replace the link with the file.`,
    );
  }
}

function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) {
    throw new RefusedArchive(`The name ${quoted(text)} in the archive is not UTF-8. Rename the file and pack again.`);
  }
  return text;
}

function checkPath(path: string, what: string): void {
  const fault = faultOf(path);
  if (fault !== undefined) throw new RefusedArchive(`${what} ${quoted(path)} ${fault}. Rename it and pack again.`);
}

/** Returns what is wrong with the path of an entry or the target of a link, or undefined. */
function faultOf(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'is an absolute path';
  if (path.includes('\\')) return 'has a backslash';
  if (/\p{Cc}/u.test(path)) return 'has a control character';
  if (Buffer.byteLength(path) > maxNameLength) return `is longer than ${maxNameLength} bytes`;
  return path.split('/').some((part) => Buffer.byteLength(part) > maxPartLength)
    ? `has a part that is longer than ${maxPartLength} bytes`
    : undefined;
}

const maxNameLength = 1024;

const maxPartLength = 255;

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '' && part !== '.');
