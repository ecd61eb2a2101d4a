// A file with a plan, or with another document in JSON.
import { knownFault, NotUtf16, utf8Bytes } from '../../effects/policy-engine/plan-document.ts';
import { NotChecked, type Terminal } from '../terminal/command.ts';
import { bytesIn } from '../terminal/file.ts';

/** The name of a document for messages. */
export const nameOf = (path: string): string => (path === '-' ? 'stdin' : path);

/**
 * The bytes of a document as UTF-8, without the mark that it may begin with. Throws `NotChecked` where the file cannot be read,
 * is no text in the encoding that it says, is a saved plan, or has the output of another program around the document.
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
