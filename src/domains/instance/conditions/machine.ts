// Conditions of the machine: Node.js, the clock, the disk, the service's files and the policy engine.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { conditionsOf, machineFact } from '../../../conditions.ts';
import { isFull } from '../../../db/disk.ts';
import { type EngineChoice, engineOfService } from '../../../effects/policy-engine/engine-choice.ts';
import { programProblem } from '../../../effects/policy-engine/program.ts';
import { type Certificate, certificateFiles, isEnding, readCertificate } from '../../../http/certificate.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { StartRefused } from '../../../lib/errors/start-refused.ts';
import { engineChoice } from '../services.ts';
import { folderState } from './data-folder.ts';

const oldestNode = 24;
const gibibyte = 2 ** 30;
/** Range of plausible years. A correct clock shows no time before this program was written. */
const [earliestYear, latestYear] = [2025, 2100];

const node = machineFact(async () => process.versions.node);
const clock = machineFact(async () => undefined);

interface Disk {
  readonly free: number;
  readonly total: number;
}

/**
 * Returns the free and total space, in bytes, of the disk that contains the folder. If the folder does not exist, its
 * nearest existing parent is used.
 */
const diskOf = async (folder: string): Promise<Disk> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    if (dirname(folder) === folder) throw error;
    return diskOf(dirname(folder));
  }
};

export const disk = machineFact(({ dataDir }) => diskOf(dataDir));

const dataFolder = machineFact(folderState);

/** Reads the certificate files. If they cannot be used, `fault` contains the reason. */
const certificate = machineFact<Partial<Certificate> & { readonly fault?: string }>(async (config) => {
  const files = certificateFiles(config);
  try {
    return files === undefined ? {} : readCertificate(files);
  } catch (error) {
    if (error instanceof StartRefused) return { fault: error.message };
    throw error;
  }
});

/**
 * The policy engine build in use. Undefined if the configured program cannot be run. `tipstaff doctor` reports such a
 * program separately.
 */
const engine = machineFact<EngineChoice | undefined>(async (config, service) => {
  if (service !== undefined) return engineChoice(service);
  return (await programProblem(config.policyEngine)) === undefined ? engineOfService(config) : undefined;
});

const isTooOld = (version: string): boolean => Number.parseInt(version, 10) < oldestNode;

const isPossible = (now: number): boolean => {
  const year = new Date(now).getUTCFullYear();
  return year >= earliestYear && year <= latestYear;
};

const gibibytes = (bytes: number): string => `${(bytes / gibibyte).toFixed(1)} GiB`;

const dateOf = (date: Date): string => date.toISOString().slice(0, 10);

const renewal = 'Renew the certificate. The service loads the new certificate within seconds, without a restart.';

export const machineConditions = [
  ...conditionsOf({ check: 'node', fact: node, places: ['doctor', 'system'] })({
    'node-too-old': {
      problem: 'Node.js {version} is too old.',
      advice: `Install Node.js ${oldestNode} or later. The executable, the Debian package and the image include it.`,
      cases: (version) => isTooOld(version) && { version },
    },
    node: {
      ok: 'Node.js {version}.',
      cases: (version) => ({ version }),
    },
  }),
  ...conditionsOf({ check: 'clock', fact: clock, places: ['doctor', 'system'] })({
    'clock-impossible': {
      problem: 'The clock of this machine says {time}, which cannot be right.',
      advice: 'Set the clock. Leases, sessions and one-time codes depend on it.',
      cases: (_, { now }) => !isPossible(now) && { time: timestamp(now) },
    },
    clock: {
      ok: 'The clock of this machine says {time}.',
      cases: (_, { now }) => ({ time: timestamp(now) }),
    },
  }),
  ...conditionsOf({ check: 'policy engine', fact: engine, places: ['doctor', 'system'] })({
    'policy-engine-replaced': {
      warning: 'Policies are evaluated by WebAssembly. {reason}',
      advice: 'The verdicts are the same, but evaluations take five times as much processor time.',
      cases: (choice) => choice?.isUnexpected && { reason: choice.reason },
    },
    'policy-engine': {
      ok: 'Policies are evaluated by {engine}. {reason}',
      cases: (choice) =>
        choice && {
          engine: choice.kind === 'native' ? 'a native program' : 'WebAssembly',
          reason: choice.reason,
        },
    },
  }),
  ...conditionsOf({ check: 'certificate', fact: certificate, places: ['doctor', 'system'], page: 'operate/tls.md' })({
    'certificate-unusable': {
      problem: 'The certificate of the service cannot be used. {fault}',
      cases: ({ fault }) => fault !== undefined && { fault },
    },
    'certificate-expired': {
      problem: 'The certificate of the service expired on {date}.',
      advice: renewal,
      places: ['doctor', 'system', 'readyz', 'log'],
      cases: ({ expiresAt }, { now }) => expiresAt && expiresAt.getTime() < now && { date: dateOf(expiresAt) },
    },
    'certificate-ends': {
      warning: 'The certificate of the service expires on {date}.',
      advice: renewal,
      places: ['doctor', 'system', 'readyz', 'log'],
      cases: ({ expiresAt }, { now }) => expiresAt && isEnding(expiresAt, now) && { date: dateOf(expiresAt) },
      metrics: {
        tipstaff_tls_certificate_expiry_timestamp_seconds: {
          help: 'Time when the certificate of the service expires.',
          value: ({ expiresAt }) => expiresAt && expiresAt.getTime() / 1_000,
        },
      },
      alert: {
        name: 'TipstaffCertificateExpires',
        expr: 'tipstaff_tls_certificate_expiry_timestamp_seconds < time() + 14 * 86400',
        fill: { date: '{{ $value | humanizeTimestamp }} ({{ $labels.instance }})' },
      },
    },
    certificate: {
      ok: 'The certificate of the service is valid until {date}.',
      cases: ({ expiresAt }) => expiresAt && { date: dateOf(expiresAt) },
    },
  }),
  ...conditionsOf({ check: 'certificate', fact: certificate, places: ['doctor', 'system', 'log'] })({
    'private-key-exposed': {
      warning: 'The private key of the service is not secret. {exposure}',
      cases: ({ exposure }) => exposure !== undefined && { exposure },
    },
  }),
  ...conditionsOf({ check: 'disk', fact: disk, places: ['doctor', 'system'] })({
    'disk-full': {
      problem: 'The disk with the data folder is full, so changes are refused.',
      advice: 'Free some space. No restart is needed.',
      cases: ({ free }) => isFull(free) && {},
    },
    'disk-low': {
      warning: 'Only {free} are free on the disk with the data folder.',
      advice: 'Free some space soon. Changes are refused when the disk is full.',
      cases: ({ free }) => free < gibibyte && { free: gibibytes(free) },
      metrics: {
        tipstaff_data_folder_free_bytes: {
          help: 'Number of free bytes on the disk that contains the data folder.',
          value: ({ free }) => free,
        },
      },
      alert: {
        name: 'TipstaffDiskFull',
        severity: 'critical',
        expr: `tipstaff_data_folder_free_bytes < ${gibibyte}`,
        fill: { free: '{{ $value | humanize1024 }}B of {{ $labels.instance }}' },
      },
    },
    disk: {
      ok: '{free} are free on the disk with the data folder.',
      cases: ({ free }) => ({ free: gibibytes(free) }),
    },
  }),
  ...conditionsOf({ check: 'data folder', fact: dataFolder, places: ['doctor', 'system'] })({
    'data-folder-unusable': {
      problem: 'The data folder cannot be used. {fault}',
      cases: ({ fault }) => fault !== undefined && { fault },
    },
    'data-folder': {
      ok: '{state}',
      cases: ({ state }) => state !== undefined && { state },
    },
  }),
];
