// Creates hints for undefined references such as `data.config.names`. A hint is shown if a file in the folder contains
// the value but is not read as data because of its file name.
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, posix } from 'node:path';
import { parse } from 'yaml';
import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { documentOf } from '../../protocols/archives/policy-file-names.ts';
import { utf8In } from '../terminal/file.ts';
import { maxFileSize } from '../terminal/plain-file.ts';
import type { FolderFiles } from './folder-files.ts';

type Files = Pick<FolderFiles, 'path' | 'data' | 'otherDocuments'>;

/**
 * Returns a function that adds a hint to a problem about an undefined reference. `problems` contains all problems that
 * the function will be called with.
 */
export async function dataHints(
  files: Files,
  problems: readonly PolicyProblem[],
): Promise<(problem: PolicyProblem) => PolicyProblem> {
  const references = new Set(problems.flatMap(({ reference }) => reference ?? []));
  const hints = new Map(references.size === 0 ? [] : await hintsFor(files, [...references]));
  return (problem) => {
    const hint = hints.get(problem.reference ?? '');
    return hint === undefined ? problem : { ...problem, hint };
  };
}

async function hintsFor(files: Files, references: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  const ofConftest = references.filter((reference) => reference.startsWith('data.conftest'));
  const hints = ofConftest.map((reference): readonly [string, string] => [reference, conftestHint]);
  for (const file of files.otherDocuments) {
    const value = await valueIn(join(files.path, file));
    const { at } = documentOf(file, '');
    for (const reference of references)
      if (isDefined(partsOf(reference), at, value)) hints.push([reference, hintOf(files, file)]);
  }
  return hints;
}

const conftestHint =
  'Only conftest sets this value, to the name of the plan file: add --data with a file such as {"conftest": {"file": {"name": "plan.json", "dir": "."}}}.';

function hintOf({ path, data }: Files, file: string): string {
  const renamed = posix.join(dirname(file), `data${extname(file)}`);
  const rename = data.some((each) => each.file === renamed) ? '' : `rename the file to ${renamed}, or `;
  const added = basename(file) === file ? join(path, file) : path;
  return `The value is in ${join(path, file)}, which is not read as data because of its file name: ${rename}add --data ${added}.`;
}

/** Returns the contents of a data document. Undefined if it is too large or cannot be read. */
async function valueIn(path: string): Promise<unknown> {
  try {
    return (await stat(path)).size > maxFileSize ? undefined : parse(await utf8In(path));
  } catch {
    return undefined;
  }
}

/**
 * Splits a reference into its segments below `data`. For example, `data.config.names` has the segments `config` and
 * `names`.
 */
const partsOf = (reference: string): readonly string[] =>
  [...reference.matchAll(/\.(\w+)|\["((?:[^"\\]|\\.)*)"\]/g)].map(([, name, quoted]) => name ?? quoted ?? '');

function isDefined(parts: readonly string[], at: readonly string[], value: unknown): boolean {
  if (value === undefined || !at.every((name, index) => parts[index] === name)) return false;
  const member = parts.slice(at.length).reduce<unknown>((rest, name) => Object(rest)[name], value);
  return member !== undefined;
}
