// Conditions of the service and its database.
import { type Condition, conditionsOf, serviceFact } from '../../../conditions.ts';
import type { Fact } from '../../../db/fact.ts';
import { futureLeases } from '../../../runtime/jobs/leases.ts';
import { clockNote, isBehind } from '../../../runtime/state/clock-note.ts';
import { type Held, readHeld } from '../../../runtime/state/held.ts';
import { stateFact } from '../../../runtime/state/instance-state.ts';
import { loadShedding } from '../../../services.ts';
import type { SettingsGroupDefinition } from '../settings/group.ts';
import { settingsProblems } from '../settings/problems.ts';
import { databaseFacts } from './database-facts.ts';
import { databaseProblem } from './database-problem.ts';

const oldestPostgres = 15;
/** Maximum difference between the clocks of this machine and the database server, in milliseconds. */
const maxDifference = 5_000;

export const heldFact: Fact<Held | undefined> = { table: 'instance', read: readHeld };

/** Reason why the service currently cannot serve requests. */
const problem = serviceFact((service) => databaseProblem(service));

const refusal = serviceFact((service) => loadShedding(service).reason());

export const serviceConditions = [
  ...conditionsOf({ check: 'database', fact: problem, places: ['system'] })({
    'not-ready': {
      problem: 'The service is not ready: {reason}.',
      advice: 'Run "tipstaff doctor" on the server. If the database is damaged, restore a backup.',
      page: 'operate/backup.md#restore',
      cases: (reason) => reason !== undefined && { reason },
      metrics: {
        tipstaff_ready: {
          help: '1 if the instance can serve requests, else 0, as reported by /readyz.',
          value: (reason) => (reason === undefined ? 1 : 0),
        },
      },
      alert: {
        name: 'TipstaffNotReady',
        severity: 'critical',
        expr: 'tipstaff_ready == 0',
        for: '2m',
        fill: { reason: '/readyz of {{ $labels.instance }} contains the reason' },
      },
    },
    database: {
      ok: 'The database answers. To check every table, run "tipstaff doctor" on the server.',
    },
  }),
  ...conditionsOf({ check: 'database', fact: databaseFacts, places: ['doctor', 'system'] })({
    'postgresql-too-old': {
      problem: 'PostgreSQL {version} is too old.',
      advice: `Use PostgreSQL ${oldestPostgres} or later.`,
      page: 'operate/postgresql.md',
      cases: ({ engine, version }) =>
        engine === 'postgres' && Number.parseInt(version, 10) < oldestPostgres && { version },
    },
  }),
  ...conditionsOf({ check: 'clock', fact: databaseFacts, places: ['doctor', 'system'] })({
    'clocks-differ': {
      warning: 'The clocks of this machine and of the database differ by {seconds} s.',
      advice: 'Synchronize both clocks with NTP.',
      cases: ({ clockAhead }) =>
        Math.abs(clockAhead) > maxDifference && { seconds: (Math.abs(clockAhead) / 1_000).toFixed(1) },
    },
  }),
  ...conditionsOf({ check: 'held', fact: heldFact, places: ['doctor', 'system', 'log'] })({
    held: {
      problem:
        'This instance was restored from {backup} and is held: it sends no mail, text messages or audit records, answers no run tasks, deletes no expired data and rotates no keys.',
      advice: 'To resume the instance, run "tipstaff resume".',
      page: 'operate/backup.md#after-a-restore',
      cases: (held) => held && { backup: `the backup of ${held.madeAt} at ${held.at}` },
      metrics: {
        tipstaff_held: {
          help: '1 while the instance is held after a restore, else 0.',
          value: (held) => (held === undefined ? 0 : 1),
        },
      },
      alert: {
        name: 'TipstaffHeld',
        expr: 'max by (job) (tipstaff_held) > 0',
        for: '1h',
        fill: { backup: 'a backup' },
      },
    },
  }),
  ...conditionsOf({ check: 'clock', fact: clockNote, places: ['doctor', 'system', 'readyz'] })({
    'clock-behind': {
      problem:
        'The clock of this machine shows a time before {note}, although it has shown a later time already. Until the clock is past that time, no expired or superseded data is deleted and no key is rotated.',
      advice: 'Set the clock of this machine. If the clock is right, run "tipstaff clock confirm".',
      cases: (note, { now }) => isBehind(note, now) && { note },
    },
  }),
  ...conditionsOf({ check: 'jobs', fact: futureLeases, places: ['doctor', 'system', 'readyz'] })({
    'clock-wrong-for-jobs': {
      problem: 'A clock was wrong when these jobs ran: {jobs}.',
      advice: 'Set the clocks of all instances. Running instances then take over these jobs.',
      cases: (jobs) => jobs.length > 0 && { jobs: jobs.join(', ') },
    },
  }),
  ...conditionsOf({ check: 'proxy', fact: stateFact('untrusted-proxy'), places: ['doctor', 'system', 'log'] })({
    'proxy-untrusted': {
      warning:
        'Requests came through a proxy (first at {at}), but no proxy is trusted, so all clients share one rate limit.',
      advice: 'Set TIPSTAFF_TRUSTED_PROXIES to the addresses from which your proxies connect.',
      page: 'operate/tls.md#behind-a-proxy',
      cases: (at, { config }) => at !== undefined && config.trustedProxies.length === 0 && { at },
    },
  }),
  ...conditionsOf({ check: 'load', fact: refusal, places: ['system', 'readyz'] })({
    'requests-refused': {
      warning: 'Requests are refused: {reason}.',
      advice: 'Give the process more memory or processor time, or send it fewer requests.',
      page: 'operate/sizing.md',
      cases: (reason) => reason !== undefined && { reason },
    },
  }),
];

/**
 * Conditions for settings with which a feature cannot work. Without a running service, `tipstaff doctor` checks the
 * settings in its own way, because it may not have the encryption key.
 */
export const settingsConditions = (groups: readonly SettingsGroupDefinition[]): readonly Condition[] => {
  const problems = serviceFact((service) => settingsProblems(service, groups, service.settings.row));
  return conditionsOf({ check: 'settings', fact: problems, places: ['system'] })({
    'settings-unusable': {
      problem: '{problem}',
      page: 'settings.md',
      cases: (sentences) => sentences?.map((sentence) => ({ problem: sentence })),
    },
  });
};
