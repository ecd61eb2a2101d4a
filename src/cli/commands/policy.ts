import { writeFile } from 'node:fs/promises';
import type { PolicyProblem, PolicyTest, TestAnswer } from '../../effects/policy-engine/answers.ts';
import { joined } from '../../effects/policy-engine/lines.ts';
import { NotChecked, plainCommand } from '../command.ts';
import { policyCommands } from '../declarations/policy.ts';
import { checkPolicies, isBroken, problemLines } from '../policy-folder/check-folder.ts';
import { engineFor } from '../policy-folder/engine.ts';
import { readPolicyFolder, readSources } from '../policy-folder/policy-folder.ts';
import { placed, problemLine } from '../policy-folder/problems.ts';
import { terminalText } from '../terminal-text.ts';

export const check = plainCommand(policyCommands.check, async ({ subject }, terminal) => {
  const folder = await readPolicyFolder(subject || '.');
  await using engine = engineFor(terminal);
  const results = await checkPolicies(engine, folder);
  const lines = results.flatMap((policy) => [
    `${isBroken(policy) ? 'broken' : 'sound '}  ${policy.name}`,
    ...problemLines(folder, policy),
  ]);
  return { text: lines.join('\n'), json: { policies: results }, exitCode: results.some(isBroken) ? 1 : 0 };
});

export const test = plainCommand(policyCommands.test, async ({ subject, options }, terminal) => {
  const path = subject || '.';
  const sources = await readSources(path);
  await using engine = engineFor(terminal, options.timeout);
  const { filter, coverage } = options;
  const answer = await engine.test(sources, { coverage, ...(filter !== undefined && { filter }) });
  if (answer.problems.length > 0) {
    throw new NotChecked(...answer.problems.map((problem) => testProblem(path, problem)));
  }
  if (answer.tests.length === 0) throw new NotChecked(`${path} has no test${filter ? ` that ${filter} matches` : ''}.`);
  return { text: testText(path, answer), json: answer, exitCode: exitCodeOf(answer.tests) };
});

/** Go's package of regular expressions says nothing of where one comes from. */
const testProblem = (path: string, problem: PolicyProblem): string =>
  problem.message.startsWith(wrongPattern)
    ? `--filter is no regular expression:${problem.message.slice(wrongPattern.length)}.`
    : problemLine(path, problem);

const wrongPattern = 'error parsing regexp:';

const exitCodeOf = (tests: readonly PolicyTest[]): 0 | 1 | 2 => {
  if (tests.some(({ status }) => status === 'failed')) return 1;
  return tests.some(({ status }) => status === 'errored') ? 2 : 0;
};

function testText(path: string, { tests, coverage }: TestAnswer): string {
  const lines = tests.flatMap(({ name, status, file, row, message, prints }) => [
    `${status.padEnd(7)}  ${name}${status === 'passed' ? '' : ` (${placed(path, file)}:${row})`}`,
    ...(message === undefined ? [] : [`    ${message}`]),
    ...prints.map((line) => `    print ${line}`),
  ]);
  const count = (wanted: PolicyTest['status']) => tests.filter(({ status }) => status === wanted).length;
  const missed = Object.entries(coverage?.files ?? {}).flatMap(([file, ranges]) =>
    joined(ranges).map(
      ({ first, last }) => `    not reached: ${placed(path, file)}:${first}${last > first ? `-${last}` : ''}`,
    ),
  );
  return terminalText(
    [
      ...lines,
      `${tests.length} ${tests.length === 1 ? 'test' : 'tests'}: ${count('passed')} passed, ${count('failed')} failed, ${count('errored')} errored, ${count('skipped')} skipped.`,
      ...(coverage === undefined ? [] : [`Coverage: ${coverage.percent.toFixed(1)} %`, ...missed]),
    ].join('\n'),
  );
}

export const fmt = plainCommand(policyCommands.fmt, async ({ subject, options }, terminal) => {
  const path = subject || '.';
  const sources = await readSources(path);
  await using engine = engineFor(terminal);
  const { files, problems } = await engine.format(sources);
  if (problems.length > 0) throw new NotChecked(...problems.map((problem) => problemLine(path, problem)));
  const changed = Object.entries(files).filter(([file, text]) => sources[file] !== text);
  if (!options.check) for (const [file, text] of changed) await writeFile(placed(path, file), text);
  const names = changed.map(([file]) => placed(path, file)).sort();
  const sentence = options.check ? 'Not formatted' : 'Formatted';
  const text = names.length === 0 ? 'All files are formatted.' : names.map((name) => `${sentence}: ${name}`).join('\n');
  return { text: terminalText(text), json: { files: names }, exitCode: options.check && names.length > 0 ? 1 : 0 };
});
