// One file of an archive, and the media type that its bytes are shown as.
import type { ArchiveLimits } from './archive-limits.ts';
import { readEntries, type Unpacked, unpack } from './unpack.ts';

/** Of a file that is shown, in bytes. */
const maxFileBytes = 2 * 1024 * 1024;

/** The bytes of a file by its path; undefined where the archive has none there, or one that is too large. */
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

/** The media types that a browser shows without running anything in them; SVG is the one that could, see `mediaTypeOf`. */
const pictures: readonly (readonly [type: string, is: (bytes: Uint8Array) => boolean])[] = [
  ['image/png', (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (bytes) => startsWith(bytes, '\xff\xd8\xff')],
  ['image/gif', (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')],
  ['image/webp', (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)],
];

const [svg, plainText] = ['image/svg+xml', 'text/plain; charset=utf-8'];

/** The media types that `mediaTypeOf` gives. */
export const shownMediaTypes: readonly [string, ...string[]] = [plainText, svg, ...pictures.map(([type]) => type)];

/**
 * The media type of a file by its bytes: a picture, SVG by its name as well, or a text in UTF-8; undefined for anything else. A
 * text is never HTML, and SVG has to be served so that no script in it runs.
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
