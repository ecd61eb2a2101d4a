import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

const statuses: Readonly<Record<string, string>> = {
  accepted: 'Fetching the plan',
  evaluating: 'Evaluating',
  answering: 'Answering',
  answered: 'Answered',
};

/** Texts of run tasks, which run platforms call to have plans evaluated. */
export const t = catalogue({
  ...words,
  title: 'Run tasks',
  intro: 'A run platform, such as HCP Terraform, calls a run task to have the plans of its runs evaluated here.',
  what: 'run tasks',
  none: 'No run platform has plans evaluated here.',
  noneHint: 'Create a run task, and enter its address and its key in the platform.',
  hosts: 'Hosts of the platform',
  hostsHint: 'One a line, such as app.terraform.io. Plans are fetched from there, and results sent there, only.',
  isEnabled: 'Calls are answered',
  minutes: 'Minutes to wait for results of other programs',
  minutesHint: 'For policies that this service does not evaluate itself. 0: it does not wait. At most 50.',
  key: 'HMAC key',
  newKeyHint: 'The platform signs its calls with it. Enter the same key there now: it is not shown again.',
  keyHint: 'Empty: it stays as it is.',
  create: 'Create a run task',
  created: (name: string) => `${name} is created.`,
  saved: 'Saved.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: 'Its calls are deleted with it. The platform gets no answer to those that wait.',
  deleted: (name: string) => `${name} is deleted.`,
  address: 'Address for the platform',
  addressHint: 'Enter it as the endpoint of the run task there, with the same key.',
  waits: (minutes: number) => `Waits ${counted(minutes, 'minute')} for results of other programs`,
  calls: 'Calls',
  callsIntro: 'What was reported to the platform, or why that failed. Calls are kept for 30 days.',
  whatCalls: 'calls',
  noCalls: 'The platform has not called yet.',
  noCallsHint: 'It calls with the first run of a workspace that has this run task.',
  run: 'Run',
  noRun: 'A run without an identifier',
  statusName: (status: string) => statuses[status] ?? status,
  toEvaluation: 'To the evaluation',
  called: 'Called',
});
