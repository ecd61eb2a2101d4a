import { writeFile } from 'node:fs/promises';
import type { PolicyProblem, PolicyTest } from '../../../effects/policy-engine/answers.ts';
import { sharedFaults } from '../../../effects/policy-engine/faults.ts';
import { counted } from '../../../lib/text/text.ts';
import { parametersIn } from '../../policy-check/parameters.ts';
import { checkedLines, checkPolicies, isBroken } from '../../policy-folder/check-folder.ts';
import { engineFor } from '../../policy-folder/engine.ts';
import { isBundle, readFolderFiles } from '../../policy-folder/folder-files.ts';
import { readPolicyFolder } from '../../policy-folder/policy-folder.ts';
import { placed, problemLine } from '../../policy-folder/problems.ts';
import { writeList } from '../../policy-folder/write-list.ts';
import { written } from '../../reports/formats.ts';
import { type Action, NotChecked } from '../../terminal/command.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import type { policyFolderCommands } from './command.ts';

export const init: Action<typeof policyFolderCommands.init> = async ({ subject, options }, terminal) => {
  await using engine = await engineFor(terminal, options.timeout);
  const { place, policies, notices } = await writeList(engine, subject || '.', options);
  for (const notice of notices) terminal.warn(notice);
  const names = policies.map(({ name, enforcementLevel }) => `  ${name} (${enforcementLevel})`);
  const text = [`Wrote ${place} with ${counted(policies.length, 'policy', 'policies')}:`, ...names];
  return { text: terminalText(text.join('\n')), json: { file: place, policies } };
};

export const check: Action<typeof policyFolderCommands.check> = async ({ subject, options }, terminal) => {
  const folder = await readPolicyFolder(subject || '.', options.data);
  for (const notice of folder.notices) terminal.warn(notice);
  await using engine = await engineFor(terminal, options.timeout);
  const results = await checkPolicies(engine, folder);
  const json = { policies: results, faults: sharedFaults(results) };
  return { text: checkedLines(folder, results).join('\n'), json, exitCode: results.some(isBroken) ? 1 : 0 };
};

export const test: Action<typeof policyFolderCommands.test> = async ({ subject, options }, terminal) => {
  const path = subject || '.';
  const { sources, data } = await readFolderFiles(path, options.data);
  await using engine = await engineFor(terminal, options.timeout);
  const { filter, coverage, format } = options;
  const parameters = await parametersIn(terminal, engine, options.parameters);
  const answer = await engine.test(
    { modules: sources, data },
    { coverage, ...(filter !== undefined && { filter }), ...(parameters && { parameters }) },
  );
  if (answer.problems.length > 0) {
    throw new NotChecked(...answer.problems.map((problem) => testProblem(path, problem)));
  }
  if (answer.tests.length === 0) throw new NotChecked(`${path} has no test${filter ? ` that ${filter} matches` : ''}.`);
  return {
    text: await written(terminal, 'tests', format, { path, answer }),
    json: answer,
    exitCode: exitCodeOf(answer.tests),
  };
};

/**
 * Formats a problem of a test run. The message for an invalid regular expression comes from Go and does not name the
 * option, so `--filter` is added.
 */
const testProblem = (path: string, problem: PolicyProblem): string =>
  problem.message.startsWith(wrongPattern)
    ? `--filter is not a valid regular expression:${problem.message.slice(wrongPattern.length)}.`
    : problemLine(path, problem);

const wrongPattern = 'error parsing regexp:';

const exitCodeOf = (tests: readonly PolicyTest[]): 0 | 1 | 2 => {
  if (tests.some(({ status }) => status === 'failed')) return 1;
  return tests.some(({ status }) => status === 'errored') ? 2 : 0;
};

export const fmt: Action<typeof policyFolderCommands.fmt> = async ({ subject, options }, terminal) => {
  const path = subject || '.';
  if (await isBundle(path)) throw new NotChecked(`${path} is a bundle: format the folder that it is built from.`);
  const { sources } = await readFolderFiles(path);
  await using engine = await engineFor(terminal);
  const { files, problems } = await engine.format(sources);
  if (problems.length > 0) throw new NotChecked(...problems.map((problem) => problemLine(path, problem)));
  const changed = Object.entries(files).filter(([file, text]) => sources[file] !== text);
  if (!options.check) for (const [file, text] of changed) await writeFile(placed(path, file), text);
  const names = changed.map(([file]) => placed(path, file)).sort();
  const sentence = options.check ? 'Not formatted' : 'Formatted';
  const text = names.length === 0 ? 'All files are formatted.' : names.map((name) => `${sentence}: ${name}`).join('\n');
  return { text: terminalText(text), json: { files: names }, exitCode: options.check && names.length > 0 ? 1 : 0 };
};
