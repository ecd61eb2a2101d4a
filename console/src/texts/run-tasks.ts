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
  intro: 'A run platform, such as HCP Terraform, calls a run task to evaluate the plans of its runs here.',
  what: 'run tasks',
  none: 'There are no run tasks yet.',
  noneHint: 'Create a run task, then enter its address and key in the run platform.',
  hosts: 'Hosts of the platform',
  hostsHint:
    'One per line, for example app.terraform.io. Plans are fetched only from these hosts, and results are sent only to them.',
  isEnabled: 'Answer calls',
  minutes: 'Minutes to wait for external results',
  minutesHint: 'For policies that other programs evaluate. At most 50. Enter 0 not to wait.',
  key: 'HMAC key',
  newKeyHint:
    'The platform signs its calls with this key. Enter the same key in the platform now, because it is not shown again.',
  keyHint: 'Leave empty to keep the stored key.',
  create: 'Create a run task',
  created: (name: string) => `${name} is created.`,
  saved: 'Saved.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: 'Its calls are deleted too. The platform gets no answer to waiting calls.',
  deleted: (name: string) => `${name} is deleted.`,
  address: 'Address for the platform',
  addressHint: 'Enter it as the endpoint of the run task in the platform, together with the key.',
  waits: (minutes: number) => `Waits ${counted(minutes, 'minute')} for external results`,
  calls: 'Calls',
  callsIntro: 'Results that were sent to the platform, or the reason why that failed. Calls are kept for 30 days.',
  whatCalls: 'calls',
  noCalls: 'The platform has not called yet.',
  noCallsHint: 'The first call comes with the first run of a workspace that uses this run task.',
  run: 'Run',
  noRun: 'A run without an identifier',
  statusName: (status: string) => statuses[status] ?? status,
  toEvaluation: 'To the evaluation',
  called: 'Called',
});
