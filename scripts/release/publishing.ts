// What the scripts that publish a release have in common. They run in jobs that install no packages, so they and their
// imports use nothing but Node.js.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { processEnvironment } from '../../src/environment.ts';
import { releaseFolder } from './source.ts';
import { readSums, sumProblems } from './sums.ts';

/** The value of an environment variable. Throws if it is missing or empty. */
export function requiredVariable(name: string): string {
  const value = processEnvironment[name] ?? '';
  if (value === '') throw new Error(`${name} is not set. RELEASING.md says what to set it to.`);
  return value;
}

/** Paths of the released files whose name matches. Throws if none does, or if a file of the release has another checksum. */
export async function releasedFiles(name: RegExp): Promise<readonly string[]> {
  const problems = await sumProblems(releaseFolder);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const names = [...(await readSums(releaseFolder)).keys()].filter((each) => name.test(each));
  if (names.length === 0) throw new Error(`No file of the release matches ${name}.`);
  return names.map((each) => join(releaseFolder, each));
}

/** Runs a program that writes to the log of the job. Throws if it fails. */
export function runLogged(program: string, words: readonly string[], input = ''): void {
  execFileSync(program, words, { input, stdio: ['pipe', 'inherit', 'inherit'] });
}

/** The words of a program that sign it in to a registry, such as `helm registry login`. */
type LoginCommand = readonly [program: string, ...words: string[]];

/** Signs a program in to the registry of a repository, if the environment has `<NAME>_USERNAME` and `<NAME>_PASSWORD`. */
export function signIn([program, ...words]: LoginCommand, repository: string, name: string): void {
  const username = processEnvironment[`${name}_USERNAME`] ?? '';
  if (username === '') return;
  const [host = ''] = repository.split('/');
  const password = requiredVariable(`${name}_PASSWORD`);
  runLogged(program, [...words, '--username', username, '--password-stdin', host], password);
}
