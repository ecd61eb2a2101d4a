// Status of the service: its environment, processes, jobs and findings.
import { Type } from 'typebox';
import { type Condition, serviceFact } from '../../../conditions.ts';
import type { Context } from '../../../context.ts';
import type { FactValues } from '../../../db/fact.ts';
import { resource, shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { version } from '../../../kernel/version.ts';
import { type Heartbeat, liveHeartbeats } from '../../../runtime/jobs/heartbeat.ts';
import type { JobStatus } from '../../../runtime/jobs/job-status.ts';
import { databaseFacts } from '../conditions/database-facts.ts';
import { conditionsAt, findingOf, judge } from '../conditions/findings.ts';
import { disk } from '../conditions/machine.ts';
import { factTimeout, serviceFacts } from '../conditions/service-facts.ts';
import { type DoctorFinding, problem } from '../doctor/finding.ts';
import { isMailOn } from '../mail/enqueue.ts';
import { engineChoice, jobStatuses } from '../services.ts';
import { jobsTogether } from './jobs.ts';

export interface SystemStatus {
  readonly context: Context;
  readonly findings: readonly DoctorFinding[];
  readonly facts: FactValues;
  readonly jobs: readonly JobStatus[];
}

const presences = serviceFact(({ database, clock }) => liveHeartbeats(database, clock.now()));

/** Returns a problem for each check whose fact could not be read. */
const failures = (conditions: readonly Condition[], facts: FactValues): readonly DoctorFinding[] => {
  const failed = conditions.filter(({ fact }) => !facts.has(fact)).map(({ check }) => check);
  const detail = `The check failed or took longer than ${factTimeout / 1_000} s. See the log for details.`;
  return [...new Set(failed)].map((check) => problem(check, detail));
};

/** Checks the running service and returns its status. */
export async function systemStatus(context: Context, conditions: readonly Condition[]): Promise<SystemStatus> {
  const { clock, config } = context;
  const now = clock.now();
  const shown = conditionsAt('system', conditions);
  const facts = await serviceFacts(context, [...shown.map(({ fact }) => fact), presences]);
  const findings = [...judge(shown, facts, { now, config }).map(findingOf), ...failures(shown, facts)];
  // For this process, the job statuses in memory are newer than the stored ones, so both are combined.
  const noted = facts.of(presences)?.flatMap((presence) => presence.jobs) ?? [];
  const jobs = jobsTogether([...jobStatuses(context).list(), ...noted], timestamp(now));
  return { context, findings, facts, jobs };
}

const time = () => Type.String({ format: 'date-time' });

const finding = shownObject<DoctorFinding>({
  check: shown(Type.String(), ({ check }) => check),
  status: shown(Type.Enum(['ok', 'warning', 'problem']), ({ status }) => status),
  detail: shown(Type.String(), ({ detail }) => detail),
});

const job = shownObject<JobStatus>({
  name: shown(Type.String(), ({ name }) => name),
  'interval-seconds': shown(Type.Number(), ({ interval }) => interval / 1_000),
  'last-run-at': shown(Nullable(time()), ({ ranAt }) => ranAt),
  'last-failure-at': shown(Nullable(time()), ({ failedAt }) => failedAt),
  failures: shown(Type.Integer(), ({ failures }) => failures),
  failure: shown(Nullable(Type.String()), ({ failure }) => failure),
  'next-run-at': shown(Nullable(time()), ({ nextAt }) => nextAt),
});

const instance = shownObject<Heartbeat>({
  host: shown(Type.String(), ({ host }) => host),
  version: shown(Type.String(), (presence) => presence.version),
  'started-at': shown(time(), ({ startedAt }) => startedAt),
  'seen-at': shown(time(), ({ seenAt }) => seenAt),
});

/** Current status of the service. */
export const systemResource = resource<SystemStatus>({
  type: 'system-status',
  attributes: {
    healthy: shown(Type.Boolean(), ({ findings }) => findings.every(({ status }) => status !== 'problem')),
    version: shown(Type.String(), () => version),
    edition: shown(Type.Enum(['all', 'hosted', 'self-hosted']), ({ context }) => context.config.edition),
    'node-version': shown(Type.String(), () => process.versions.node),
    'base-url': shown(Type.String(), ({ context }) => context.baseUrl()),
    'policy-engine': shown(Type.Enum(['native', 'webassembly']), ({ context }) => engineChoice(context).kind),
    'mail-enabled': shown(Type.Boolean(), ({ context }) => isMailOn(context)),
    database: shown(Type.Enum(['sqlite', 'postgres']), ({ context }) => context.database.engine),
    'database-version': shown(Nullable(Type.String()), ({ facts }) => facts.of(databaseFacts)?.version ?? null),
    'database-bytes': shown(Nullable(Type.Integer()), ({ facts }) => facts.of(databaseFacts)?.size ?? null),
    'disk-free-bytes': shown(Nullable(Type.Integer()), ({ facts }) => facts.of(disk)?.free ?? null),
    'disk-bytes': shown(Nullable(Type.Integer()), ({ facts }) => facts.of(disk)?.total ?? null),
    findings: shownList(finding, ({ findings }: SystemStatus) => findings),
    jobs: shownList(job, ({ jobs }: SystemStatus) => jobs),
    instances: shownList(instance, ({ facts }: SystemStatus) => facts.of(presences) ?? []),
  },
  id: () => 'system',
});
