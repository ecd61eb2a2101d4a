// Reads a file with parameters, which the policies of a folder read as `input.parameters`.
import type { PolicyParameters } from '../../effects/policy-engine/policy-code.ts';
import type { PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { parseKnown } from '../../lib/json/exact-json.ts';
import { isObject } from '../../lib/json/json-tree.ts';
import { NotChecked, type Terminal } from '../terminal/command.ts';
import { inputSentence } from './check.ts';
import { nameOf, readDocument } from './plan-file.ts';

/**
 * Returns the parameters in a JSON file, whose numbers keep their digits. Throws `NotChecked`, with file and position,
 * if the file does not contain a JSON object.
 */
export async function parametersIn(
  terminal: Terminal,
  engine: PolicyEngine,
  path: string | undefined,
): Promise<PolicyParameters | undefined> {
  if (path === undefined) return undefined;
  const document = await readDocument(terminal, path);
  const { input } = await engine.evaluate({ plan: document }, []);
  if (input.problems.length > 0) {
    throw new NotChecked(...input.problems.map((problem) => inputSentence(problem, { plan: nameOf(path) })));
  }
  const text = Buffer.from(document).toString('utf8');
  if (!isObject(JSON.parse(text))) {
    const before = text.slice(0, text.search(/\S/)).split('\n');
    throw new NotChecked(
      `${nameOf(path)}:${before.length}:${(before.at(-1) ?? '').length + 1}: this is not an object: write the values by their keys, such as {"limit": 3}.`,
    );
  }
  return Object.fromEntries(Object.entries(parseKnown(text)).map(([key, value]) => [key, { value }]));
}
