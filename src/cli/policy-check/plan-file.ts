// Reads a file that contains a plan or another JSON document.
import { knownFault, NotUtf16, utf8Bytes } from '../../effects/policy-engine/plan-document.ts';
import { parseExactly } from '../../lib/json/exact-json.ts';
import { NotAState, planOfState } from '../../protocols/plans/plan-of-state.ts';
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

/**
 * Returns the plan in a file. If `isState` is set, the file contains a state, and the result is a plan that changes
 * nothing. Throws `NotChecked` if the file cannot be read or contains no state.
 */
export async function readPlan(terminal: Terminal, path: string, isState: boolean): Promise<Uint8Array> {
  const document = await readDocument(terminal, path);
  return isState ? planOfStateIn(nameOf(path), document) : document;
}

function planOfStateIn(name: string, document: Uint8Array): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(planOfState(parseExactly(Buffer.from(document).toString('utf8')))));
  } catch (error) {
    const reason = error instanceof NotAState ? error.message : 'the document is not valid JSON, or nested too deeply';
    throw new NotChecked(`${name}: ${reason}.`);
  }
}

function decoded(name: string, bytes: Buffer): Uint8Array {
  try {
    return utf8Bytes(bytes);
  } catch (error) {
    throw error instanceof NotUtf16 ? new NotChecked(`${name}:1: ${error.message}.`) : error;
  }
}
