import { parseNoting } from '../../lib/json/exact-json.ts';
import { NotChecked } from '../terminal/command.ts';

/** The run as a service takes it. Throws `NotChecked` for a file that is no JSON, and for numbers that a service would change. */
export function runDocument(path: string, bytes: Uint8Array): unknown {
  const changed: string[] = [];
  const run = parsed(path, bytes, (number) => changed.push(number));
  const [first] = changed;
  if (first === undefined) return run;
  throw new NotChecked(
    `${path} has the number ${first.slice(0, 50)}, which a service would round: write it as a string.`,
  );
}

function parsed(path: string, bytes: Uint8Array, changed: (number: string) => void): unknown {
  try {
    return parseNoting(Buffer.from(bytes).toString('utf8'), changed);
  } catch {
    throw new NotChecked(`${path} is no JSON.`);
  }
}
