// Status of the service: what it runs on, its processes, its jobs, and what should be looked at.
import { statfs } from 'node:fs/promises';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { resource, shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { version } from '../../../kernel/version.ts';
import { type Heartbeat, liveHeartbeats } from '../../../runtime/jobs/heartbeat.ts';
import type { JobStatus } from '../../../runtime/jobs/job-status.ts';
import type { Finding } from '../doctor/finding.ts';
import { isMailOn } from '../mail/enqueue.ts';
import { engineChoice, jobStatuses } from '../services.ts';
import { type Examination, examineService, known } from './examination.ts';
import { jobsTogether } from './jobs.ts';

interface Disk {
  readonly free: number;
  readonly total: number;
}

export interface SystemStatus extends Examination {
  readonly context: Context;
  /** Undefined where the disk does not answer. */
  readonly disk: Disk | undefined;
  readonly presences: readonly Heartbeat[];
  readonly jobs: readonly JobStatus[];
}

const diskOf = async ({ config }: Context): Promise<Disk> => {
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  return { free: bavail * bsize, total: blocks * bsize };
};

export async function systemStatus(context: Context): Promise<SystemStatus> {
  const { database, clock } = context;
  const [examination, disk, presences = []] = await Promise.all([
    examineService(context),
    known(context, diskOf(context)),
    known(context, liveHeartbeats(database, clock.now())),
  ]);
  // The notes in this process now are newer than those that it has written down.
  const notes = [...jobStatuses(context).list(), ...presences.flatMap((presence) => presence.jobs)];
  const jobs = jobsTogether(notes, timestamp(clock.now()));
  return { ...examination, context, disk, presences, jobs };
}

const time = () => Type.String({ format: 'date-time' });

const finding = shownObject<Finding>({
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

/** The status of the service, its record of a moment. */
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
    'database-version': shown(Nullable(Type.String()), ({ database }) => database?.version ?? null),
    'database-bytes': shown(Nullable(Type.Integer()), ({ database }) => database?.size ?? null),
    'disk-free-bytes': shown(Nullable(Type.Integer()), ({ disk }) => disk?.free ?? null),
    'disk-bytes': shown(Nullable(Type.Integer()), ({ disk }) => disk?.total ?? null),
    findings: shownList(finding, ({ findings }: SystemStatus) => findings),
    jobs: shownList(job, ({ jobs }: SystemStatus) => jobs),
    instances: shownList(instance, ({ presences }: SystemStatus) => presences),
  },
  id: () => 'system',
});
