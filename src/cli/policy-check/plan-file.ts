// Reads a file that contains a plan or another JSON document.
import { knownFault, NotUtf16, utf8Bytes } from '../../effects/policy-engine/plan-document.ts';
import { NotChecked, type Terminal } from '../terminal/command.ts';
import { bytesIn } from '../terminal/file.ts';

/** Name of a document file in messages; `stdin` for standard input. */
export const nameOf = (path: string): string => (path === '-' ? 'stdin' : path);

/**
 * Returns a document as UTF-8 without a byte order mark. Throws `NotChecked` if the file cannot be read, is not valid
 * text, is a binary plan file, or contains the output of other programs before or after the document.
 */
export async function readDocument(terminal: Terminal, path: string): Promise<Uint8Array> {
  const bytes = path === '-' ? Buffer.from(await terminal.input()) : await bytesIn(path);
  const document = decoded(nameOf(path), bytes);
  const fault = await knownFault(document);
  if (fault !== undefined) throw new NotChecked(`${nameOf(path)}: ${fault}.`);
  return document;
}

function decoded(name: string, bytes: Buffer): Uint8Array {
  try {
    return utf8Bytes(bytes);
  } catch (error) {
    throw error instanceof NotUtf16 ? new NotChecked(`${name}:1: ${error.message}.`) : error;
  }
}
