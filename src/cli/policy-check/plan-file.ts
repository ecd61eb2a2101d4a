// A file with a plan, or with another document in JSON, as programs and shells write it.
import { NotChecked, type Terminal } from '../command.ts';
import { bytesIn } from '../file.ts';

/** The name of a document for messages. */
export const nameOf = (path: string): string => (path === '-' ? 'stdin' : path);

/** The marks that a file can begin with, and what is written after them. */
const marks = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/**
 * The bytes of a document as UTF-8, without the mark that it may begin with. Throws `NotChecked` where the file cannot be read,
 * is no text in the encoding that it says, or has the output of another program around the document.
 */
export async function readDocument(terminal: Terminal, path: string): Promise<Uint8Array> {
  const bytes = path === '-' ? Buffer.from(await terminal.input()) : await bytesIn(path);
  const document = withoutMark(nameOf(path), bytes);
  requireNoWrapper(nameOf(path), document);
  return document;
}

function withoutMark(name: string, bytes: Buffer): Buffer {
  const match = marks.find(({ mark }) => bytes.subarray(0, mark.length).equals(Buffer.from(mark)));
  if (match === undefined) return bytes;
  const text = bytes.subarray(match.mark.length);
  if (match.encoding === 'utf-8') return text;
  try {
    return Buffer.from(new TextDecoder(match.encoding, { fatal: true, ignoreBOM: true }).decode(text));
  } catch {
    throw new NotChecked(`${name}:1: this begins as UTF-16, and is not: write it as UTF-8.`);
  }
}

/** Lines that the wrapper around a program writes into its output. */
const wrapperLine = /^(\[command\]|::(debug|error|set-output|add-mask|group)\b)/;

/** How much of each end is looked at, in bytes. */
const shownEnd = 4_096;

function requireNoWrapper(name: string, bytes: Buffer): void {
  const ends = [bytes.subarray(0, shownEnd), bytes.subarray(-shownEnd)];
  const lines = ends.flatMap((end) => end.toString('utf8').split('\n'));
  if (!lines.some((line) => wrapperLine.test(line))) return;
  throw new NotChecked(
    `${name}: setup-terraform's wrapper wrote into this file: set "terraform_wrapper: false" in its step, and write the plan again.`,
  );
}
