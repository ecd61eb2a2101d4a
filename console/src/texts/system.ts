import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { jobNames } from './job-names.ts';
import { words } from './words.ts';

const statuses = { ok: 'OK', warning: 'Warning', problem: 'Problem' } as const;

export const t = catalogue({
  ...words,
  certificateEnds: (when: string) => `A single sign-on certificate expires ${when}`,
  certificateEndsBody: 'Add its replacement in the settings before then. Both certificates are accepted until then.',
  withoutTwoFactor: (count: number) => `${counted(count, 'user')} without two-factor authentication`,
  withoutTwoFactorBody: 'Anybody who knows the password of such a user can sign in.',
  title: 'System',
  intro: 'The state of the service, refreshed every 30 seconds.',
  healthy: 'No problems were found.',
  warned: 'The service works, but some checks need attention.',
  unhealthy: 'There are problems.',
  findings: 'Checks',
  findingsIntro:
    'These are the checks of “tipstaff doctor” that a running service can perform. Run on the server, the command also reads every table of the database.',
  findingsCaption: 'Findings',
  check: 'Check',
  checkName: (check: string) => (check === 'node' ? 'Node.js' : check.charAt(0).toUpperCase() + check.slice(1)),
  statusName: (status: keyof typeof statuses) => statuses[status],
  detail: 'Result and what to do',
  again: 'Check again',
  facts: 'Environment',
  version: 'Tipstaff',
  edition: 'Edition',
  node: 'Node.js',
  policyEngine: 'Policy engine',
  engineName: (engine: 'native' | 'webassembly') => (engine === 'native' ? 'Native program' : 'WebAssembly'),
  database: 'Database',
  databaseIs: (engine: 'sqlite' | 'postgres', version: string) =>
    `${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${version}`,
  unknown: 'Unknown',
  databaseSize: 'Size of the database',
  disk: 'Disk with the data folder',
  diskIs: (free: string, total: string) => `${free} of ${total} free`,
  mail: 'Mail',
  on: 'On',
  off: 'Off',
  backups: 'Backups',
  backupsBody: 'Created with “tipstaff backup”. The service has no information about them.',
  jobs: 'Jobs',
  jobsIntro: 'Each job runs on one instance at a time. A failed job is retried at its next run.',
  jobsCaption: 'Jobs',
  job: 'Job',
  /** One that this console does not know has the name that the service gives it. */
  jobName: (name: string) => jobNames[name] ?? name,
  lastRun: 'Last run',
  nextRun: 'Next run',
  now: 'Now',
  every: (seconds: number) => (seconds === 1 ? 'Every second' : `Every ${counted(seconds, 'second')}`),
  failed: (times: number, code: string) => `Failed ${counted(times, 'time')} in a row: ${code}`,
  fine: 'OK',
  noJobs: 'No job has run since the service started.',
  instances: 'Instances',
  instancesIntro:
    'The processes that use this database. A process that has not reported for three minutes is no longer listed.',
  instancesCaption: 'Instances',
  host: 'Machine',
  seen: 'Last seen',
  noInstances: 'No process has reported yet.',
});
