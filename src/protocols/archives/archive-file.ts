// Reads one file of an archive, and determines the media type for showing it.
import type { ArchiveLimits } from './archive-limits.ts';
import { readEntries, type Unpacked, unpack } from './unpack.ts';

/** Maximum size in bytes of a file that is shown. */
const maxFileBytes = 2 * 1024 * 1024;

/** Returns the bytes of a file at a path. Undefined if the archive has no such file or if it is too large. */
export async function readArchiveFile(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  path: string,
): Promise<Uint8Array | undefined> {
  const result: { bytes?: Uint8Array } = {};
  await unpack<Unpacked>(packed, limits, (unpacked) =>
    readEntries(unpacked, limits, async (parts, { kind, size, read }) => {
      if (kind === 'file' && size <= maxFileBytes && parts.join('/') === path) result.bytes = await read(maxFileBytes);
    }),
  );
  return result.bytes;
}

const startsWith = (bytes: Uint8Array, text: string, offset = 0): boolean =>
  Buffer.from(bytes.subarray(offset, offset + text.length)).toString('latin1') === text;

/**
 * Image types that browsers show without running scripts. SVG is handled in `mediaTypeOf`, because it can contain
 * scripts.
 */
const pictures: readonly (readonly [type: string, is: (bytes: Uint8Array) => boolean])[] = [
  ['image/png', (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['image/gif', (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')],
  ['image/webp', (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)],
];

const [svg, plainText] = ['image/svg+xml', 'text/plain; charset=utf-8'];

/** Media types that `mediaTypeOf` returns. */
export const shownMediaTypes: readonly [string, ...string[]] = [plainText, svg, ...pictures.map(([type]) => type)];

/**
 * Returns the media type of a file by its content: an image, SVG (which also needs the file name extension), or UTF-8
 * text. Undefined for other content. Text is never returned as HTML. SVG must be served in a way that prevents its
 * scripts from running.
 */
export function mediaTypeOf(path: string, bytes: Uint8Array): string | undefined {
  const picture = pictures.find(([, is]) => is(bytes))?.[0];
  if (picture !== undefined) return picture;
  const text = textIn(bytes);
  if (text === undefined) return undefined;
  return /\.svg$/i.test(path) && /<svg[\s>]/.test(text) ? svg : plainText;
}

function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
