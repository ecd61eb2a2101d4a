import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';

const statusNames: Readonly<Record<string, string>> = { passed: 'Passed', failed: 'Failed', errored: 'Errored' };

/** Texts of a draft that is tried with one input, or with all recorded plans. */
export const t = catalogue({
  title: 'Try it',
  intro: 'Evaluates the code in the editor with one plan. Nothing is saved.',
  input: 'Plan',
  lastFailure: 'The last plan that failed the current code',
  file: 'A file from this computer',
  recorded: (workspace: string | null, at: string) => `${workspace ?? 'No workspace'}, ${at}`,
  noneRecorded: 'The organization does not record plans. An owner can turn this on in the settings.',
  fileHint: 'A plan in JSON, such as the output of “terraform show -json”, up to 1 MB. It is not stored.',
  choose: 'Choose a plan',
  chosen: (name: string) => `Plan: ${name}`,
  tooLarge: 'The plan is larger than 1 MB. Send it to the service for evaluation, then use the recorded plan.',
  run: 'Try it',
  statusName: (status: string) => statusNames[status] ?? status,
  milliseconds: (count: number) => `${count.toLocaleString('en')} ms`,
  result: 'Result of the trial',
  outdated: 'The code has changed since then.',
  output: 'Output',
  noOutput: 'No findings.',
  moreOutput: (count: number) => `and ${count.toLocaleString('en')} more`,
  prints: 'Printed',
  trueLines: (count: number) => `${counted(count, 'line')} of the code matched, marked with ✓.`,
  noTrueLines: 'Finding the matching lines took too long.',
  wasTrue: 'matched this plan',
  makeTest: 'Make a test',
  makeTestOf: (member: string) => `Make a test from this failure: ${member}`,
  makeTestHint: 'A test uses the saved code, so save the code first.',
  noTest: 'No test could be created from this failure, because the policy does not fail again with the plan alone.',
  madeTest: 'The test passes. Save it with the other tests.',
  madeOfFile: 'It contains parts of your plan. Check it for secrets before you save it.',
  replay: 'Replay with recorded plans',
  replayed: (done: number, total: number) => `${done.toLocaleString('en')} of ${counted(total, 'plan')} replayed…`,
  wouldFail: (count: number, total: number) =>
    `${count.toLocaleString('en')} of ${counted(total, 'plan')} would newly fail`,
  wouldPass: (count: number) => `${count.toLocaleString('en')} would newly pass`,
  wouldErr: (count: number) => `${count.toLocaleString('en')} would end with an error`,
  openReplay: 'Open the replay (in a new tab)',
  canceled: 'The replay was canceled.',
});
