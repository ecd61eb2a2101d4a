import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { jobNames } from './job-names.ts';
import { words } from './words.ts';

const statuses = { ok: 'In order', warning: 'Warning', problem: 'Problem' } as const;

export const t = catalogue({
  ...words,
  certificateEnds: (when: string) => `A certificate of single sign-on ends ${when}`,
  certificateEndsBody: 'Put the next one into the settings in time; both are accepted meanwhile.',
  withoutTwoFactor: (count: number) => `${counted(count, 'user')} without two-factor authentication`,
  withoutTwoFactorBody: 'Anybody who knows the password of one of them can sign in.',
  title: 'System',
  intro: 'The state of the service, refreshed every 30 seconds.',
  healthy: 'Everything is in order.',
  warned: 'The service works. Something should be looked at.',
  unhealthy: 'Something is wrong.',
  findings: 'Checks',
  findingsIntro:
    'The checks of “tipstaff doctor” that a running service can make. The command on the server also reads every table of the database.',
  findingsCaption: 'Findings',
  check: 'Check',
  checkName: (check: string) => (check === 'node' ? 'Node.js' : check.charAt(0).toUpperCase() + check.slice(1)),
  statusName: (status: keyof typeof statuses) => statuses[status],
  detail: 'What it found, and what to do',
  again: 'Check again',
  facts: 'What it runs on',
  version: 'Tipstaff',
  edition: 'Edition',
  node: 'Node.js',
  policyEngine: 'Policy engine',
  engineName: (engine: 'native' | 'webassembly') =>
    engine === 'native' ? 'A program for this machine' : 'WebAssembly',
  database: 'Database',
  databaseIs: (engine: 'sqlite' | 'postgres', version: string) =>
    `${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${version}`,
  unknown: 'Unknown',
  databaseSize: 'Size of the database',
  disk: 'Disk with the data folder',
  diskIs: (free: string, total: string) => `${free} of ${total} are free`,
  mail: 'Mail',
  on: 'On',
  off: 'Off',
  backups: 'Backups',
  backupsBody: 'Made by “tipstaff backup”; the service does not know of them.',
  jobs: 'Jobs',
  jobsIntro: 'Each job runs on one instance at a time. A job that fails is tried again at its next turn.',
  jobsCaption: 'Jobs',
  job: 'Job',
  /** One that this console does not know has the name that the service gives it. */
  jobName: (name: string) => jobNames[name] ?? name,
  lastRun: 'Last done',
  nextRun: 'Next run',
  now: 'Now',
  every: (seconds: number) => (seconds === 1 ? 'Every second' : `Every ${counted(seconds, 'second')}`),
  failed: (times: number, code: string) => `Failed ${counted(times, 'time')} in a row: ${code}`,
  fine: 'In order',
  noJobs: 'No job has run since the service started.',
  instances: 'Instances',
  instancesIntro:
    'The processes that serve this database. One that has not reported for three minutes is no longer listed.',
  instancesCaption: 'Instances',
  host: 'Machine',
  seen: 'Last seen',
  noInstances: 'No process has reported yet.',
});
