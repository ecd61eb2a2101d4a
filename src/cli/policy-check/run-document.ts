import { parseNoting } from '../../lib/json/exact-json.ts';
import { NotChecked } from '../terminal/command.ts';

/**
 * Parses the document with facts about the run. Throws `NotChecked` if the file does not contain a JSON object, or if
 * it contains numbers that would lose precision on a service.
 */
export function runDocument(path: string, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const changed: string[] = [];
  const run = parsed(path, bytes, (number) => changed.push(number));
  const [first] = changed;
  if (typeof run !== 'object' || run === null || Array.isArray(run))
    throw new NotChecked(`${path} must be a JSON object.`);
  if (first === undefined) return { ...run };
  throw new NotChecked(
    `${path} has the number ${first.slice(0, 50)}, which a service would round: write it as a string.`,
  );
}

function parsed(path: string, bytes: Uint8Array, changed: (number: string) => void): unknown {
  try {
    return parseNoting(Buffer.from(bytes).toString('utf8'), changed);
  } catch {
    throw new NotChecked(`${path} is not valid JSON.`);
  }
}
