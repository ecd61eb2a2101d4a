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
  // Every tool extracts an entry named `/` as the root of the archive.
  if (path === '/') return [];
  checkPath(path, 'The path');
  const parts = partsOf(path);
  if (parts.includes('..')) {
    throw new RefusedArchive(
      `The path ${quoted(path)} is outside of the archive's root. Pack only files inside of the folder.`,
    );
  }
  return parts;
}

/**
 * Throws `RefusedArchive` for a link that points outside of the root, or that could do so after another entry is
 * extracted.
 */
export function checkLink(parts: readonly string[], entry: TarEntry): void {
  const target = textOf(entry.target);
  checkPath(target, `In the link ${quoted(parts.join('/'))}, the target`);
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
    throw new RefusedArchive(
      `The name ${quoted(text)} in the archive is not UTF-8. Rename the file and pack the archive again.`,
    );
  }
  return text;
}

function checkPath(path: string, what: string): void {
  const fault = faultOf(path);
  if (fault !== undefined)
    throw new RefusedArchive(
      `${what} ${quoted(path)} is not allowed: ${fault}. Change the path and pack the archive again.`,
    );
}

/** Returns what is wrong with the path of an entry or the target of a link, or undefined. */
function faultOf(path: string): string | undefined {
  if (path === '') return 'the path is empty';
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'the path is absolute';
  if (path.includes('\\')) return 'the path has a backslash';
  if (/\p{Cc}/u.test(path)) return 'the path has a control character';
  if (Buffer.byteLength(path) > maxNameLength) return `the path is longer than ${maxNameLength} bytes`;
  return path.split('/').some((part) => Buffer.byteLength(part) > maxPartLength)
    ? `a name in the path is longer than ${maxPartLength} bytes`
    : undefined;
}

const maxNameLength = 1024;

const maxPartLength = 255;

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '' && part !== '.');
