import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';

const statusNames: Readonly<Record<string, string>> = { passed: 'Passed', failed: 'Failed', errored: 'Errored' };

/** Texts of a draft that is tried with one input, or with all recorded plans. */
export const t = catalogue({
  title: 'Try it',
  intro: 'Evaluates what you write with one plan. Nothing is saved.',
  input: 'Plan',
  lastFailure: 'The last one that the policy in force failed',
  file: 'A file of this computer',
  recorded: (workspace: string | null, at: string) => `${workspace ?? 'No workspace'}, ${at}`,
  noneRecorded: 'The organization records no plans. An owner can turn that on in its settings.',
  fileHint: 'A plan as JSON, such as the output of terraform show -json, up to 1 MB. It is not stored.',
  choose: 'Choose a plan',
  chosen: (name: string) => `Plan: ${name}`,
  tooLarge: 'The plan has more than 1 MB. Have it evaluated, and try the recorded one.',
  run: 'Try it',
  statusName: (status: string) => statusNames[status] ?? status,
  milliseconds: (count: number) => `${count.toLocaleString('en')} ms`,
  result: 'Result of the trial',
  outdated: 'The code was changed since.',
  output: 'Output',
  noOutput: 'Nothing to object to.',
  moreOutput: (count: number) => `and ${count.toLocaleString('en')} more`,
  prints: 'Printed',
  trueLines: (count: number) =>
    `${counted(count, 'line')} of the code ${count === 1 ? 'was' : 'were'} true, marked with ✓.`,
  noTrueLines: 'Finding the lines that were true took too long.',
  wasTrue: 'was true with the plan that was tried',
  makeTest: 'Make a test',
  makeTestOf: (member: string) => `Make a test from this failure: ${member}`,
  makeTestHint: 'A test needs the code in force: save it first.',
  noTest: 'No test could be made of this failure: the policy does not give it again for the plan alone.',
  madeTest: 'The test passes. Save it with the others.',
  madeOfFile: 'It contains parts of the plan that you chose: look for secrets before you save it.',
  replay: 'Replay with recorded plans',
  replayed: (done: number, total: number) => `${done.toLocaleString('en')} of ${counted(total, 'plan')} replayed…`,
  wouldFail: (count: number, total: number) =>
    `${count.toLocaleString('en')} of ${counted(total, 'plan')} would newly fail`,
  wouldPass: (count: number) => `${count.toLocaleString('en')} would newly pass`,
  wouldErr: (count: number) => `${count.toLocaleString('en')} would end with an error`,
  openReplay: 'Open the replay (in a new tab)',
  canceled: 'The replay was canceled.',
});
