// Functions for the scripts that publish a release. The scripts run in jobs that install no packages, so they and their
// imports use only Node.js.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { processEnvironment } from '../../src/environment.ts';
import { releaseFolder } from './source.ts';
import { readSums, sumProblems } from './sums.ts';

/** Returns the value of an environment variable. Throws if it is missing or empty. */
export function requiredVariable(name: string): string {
  const value = processEnvironment[name] ?? '';
  if (value === '') throw new Error(`${name} is not set. See RELEASING.md for its value.`);
  return value;
}

/**
 * Returns the paths of the released files whose names match. Throws if no file matches, or if the checksum of a file is
 * wrong.
 */
export async function releasedFiles(name: RegExp): Promise<readonly string[]> {
  const problems = await sumProblems(releaseFolder);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const names = [...(await readSums(releaseFolder)).keys()].filter((each) => name.test(each));
  if (names.length === 0) throw new Error(`No file of the release matches ${name}.`);
  return names.map((each) => join(releaseFolder, each));
}

/** Runs a program and writes its output to the job's log. Throws if the program fails. */
export function runLogged(program: string, words: readonly string[], input = ''): void {
  execFileSync(program, words, { input, stdio: ['pipe', 'inherit', 'inherit'] });
}

/** Command line that signs a program in to a registry, such as `helm registry login`. */
type LoginCommand = readonly [program: string, ...words: string[]];

/**
 * Signs a program in to the registry of a repository if the environment variables `<NAME>_USERNAME` and
 * `<NAME>_PASSWORD` are set.
 */
export function signIn([program, ...words]: LoginCommand, repository: string, name: string): void {
  const username = processEnvironment[`${name}_USERNAME`] ?? '';
  if (username === '') return;
  const [host = ''] = repository.split('/');
  const password = requiredVariable(`${name}_PASSWORD`);
  runLogged(program, [...words, '--username', username, '--password-stdin', host], password);
}
