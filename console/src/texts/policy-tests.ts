import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';

export const t = catalogue({
  title: 'Tests',
  intro: 'Rules whose names begin with test_. They run with every upload of code, and here as often as you like.',
  testsOf: (name: string) => `Tests of ${name}`,
  run: 'Run the tests',
  save: 'Save the tests',
  saved: 'The tests are saved.',
  delete: 'Delete the tests',
  deleteTitle: (name: string) => `Delete the tests of ${name}?`,
  deleteBody: 'The policy and its code stay. Uploads are no longer tested.',
  deleted: 'The tests are deleted.',
  noCodeTitle: 'This policy has no code yet',
  noCode: 'Save code first: tests are run with it.',
  elsewhereTitle: 'Somebody else saved tests meanwhile',
  elsewhereBody: 'Nothing was saved. Take theirs and lose yours, or save yours in their place.',
  takeTheirs: 'Take theirs',
  saveAnyway: 'Save mine',
  results: 'Results',
  summary: (passed: number, total: number) => `${passed.toLocaleString('en')} of ${counted(total, 'test')} passed`,
  noTests: 'There are no tests in the file: the name of a test begins with test_.',
  test: 'Test',
  status: 'Result',
  passed: 'Passed',
  failed: 'Failed',
  errored: 'Error',
  skipped: 'Skipped',
  duration: 'Time',
  milliseconds: (count: number) => `${count.toLocaleString('en')} ms`,
  says: 'Message and output',
  line: (row: number) => `Line ${row.toLocaleString('en')}`,
  coverage: 'Coverage',
  covered: (percent: number) => `The tests reach ${percent.toLocaleString('en')} % of the code.`,
  missedLine: 'No test reaches this line',
  missedLines: (first: number, last: number) =>
    first === last
      ? `line ${first.toLocaleString('en')}`
      : `lines ${first.toLocaleString('en')}–${last.toLocaleString('en')}`,
  missedList: (lines: string) => `No test reaches ${lines}.`,
  codeOf: (name: string) => `Code of ${name} with its coverage`,
  changedSince: 'The tests were changed since they ran.',
});
