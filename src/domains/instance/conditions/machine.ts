// Conditions of the machine: Node.js, its clock, its disk, the files of the service, and the policy engine.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { conditionsOf, type MachineFact } from '../../../conditions.ts';
import { isFull } from '../../../db/disk.ts';
import { type EngineChoice, engineOfService } from '../../../effects/policy-engine/engine-choice.ts';
import { programProblem } from '../../../effects/policy-engine/program.ts';
import { type Certificate, certificateFiles, isEnding, readCertificate } from '../../../http/certificate.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { StartRefused } from '../../../lib/errors/start-refused.ts';
import { engineChoice } from '../services.ts';
import { type FolderState, folderState } from './data-folder.ts';

const oldestNode = 24;
const gibibyte = 2 ** 30;
/** The program is older than no true clock. */
const [earliestYear, latestYear] = [2025, 2100];

const node: MachineFact<string> = { of: 'machine', read: async () => process.versions.node };
const clock: MachineFact<undefined> = { of: 'machine', read: async () => undefined };

interface Disk {
  readonly free: number;
  readonly total: number;
}

/** Bytes of the disk of a folder, or of the nearest one above it that exists. */
const diskOf = async (folder: string): Promise<Disk> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    if (dirname(folder) === folder) throw error;
    return diskOf(dirname(folder));
  }
};

export const disk: MachineFact<Disk> = { of: 'machine', read: ({ dataDir }) => diskOf(dataDir) };

const dataFolder: MachineFact<FolderState> = { of: 'machine', read: folderState };

/** Reads the files of the certificate; the reason why they cannot be used, if they cannot. */
const certificate: MachineFact<Partial<Certificate> & { readonly fault?: string }> = {
  of: 'machine',
  read: async (config) => {
    const files = certificateFiles(config);
    try {
      return files === undefined ? {} : readCertificate(files);
    } catch (error) {
      if (error instanceof StartRefused) return { fault: error.message };
      throw error;
    }
  },
};

/** The build that evaluates policies; undefined if the configuration names a program that cannot be run, which "doctor" reports. */
const engine: MachineFact<EngineChoice | undefined> = {
  of: 'machine',
  read: async (config, service) => {
    if (service !== undefined) return engineChoice(service);
    return (await programProblem(config.policyEngine)) === undefined ? engineOfService(config) : undefined;
  },
};

const isTooOld = (version: string): boolean => Number.parseInt(version, 10) < oldestNode;

const isPossible = (now: number): boolean => {
  const year = new Date(now).getUTCFullYear();
  return year >= earliestYear && year <= latestYear;
};

const gibibytes = (bytes: number): string => `${(bytes / gibibyte).toFixed(1)} GiB`;

const dateOf = (date: Date): string => date.toISOString().slice(0, 10);

const renewal = 'Renew it; the service takes the new one within seconds, without a restart.';

export const machineConditions = [
  ...conditionsOf({ check: 'node', fact: node, places: ['doctor', 'system'] }, [
    {
      code: 'node-too-old',
      severity: 'problem',
      sentence: 'Node.js {version} is too old.',
      advice: `Install Node.js ${oldestNode} or later. Executables, the Debian package and the image have it inside.`,
      cases: (version) => isTooOld(version) && { version },
    },
    {
      code: 'node',
      severity: 'ok',
      sentence: 'Node.js {version}.',
      cases: (version) => !isTooOld(version) && { version },
    },
  ]),
  ...conditionsOf({ check: 'clock', fact: clock, places: ['doctor', 'system'] }, [
    {
      code: 'clock-impossible',
      severity: 'problem',
      sentence: 'The clock of this machine says {time}, which cannot be right.',
      advice: 'Set it. Leases, sessions and codes go by clocks.',
      cases: (_, { now }) => !isPossible(now) && { time: timestamp(now) },
    },
    {
      code: 'clock',
      severity: 'ok',
      sentence: 'The clock of this machine says {time}.',
      cases: (_, { now }) => isPossible(now) && { time: timestamp(now) },
    },
  ]),
  ...conditionsOf({ check: 'policy engine', fact: engine, places: ['doctor', 'system'] }, [
    {
      code: 'policy-engine-replaced',
      severity: 'warning',
      sentence: 'Policies are evaluated by WebAssembly, since the program for this machine cannot be used. {reason}',
      advice: 'Verdicts are the same, and cost five times the processor time.',
      cases: (choice) => choice?.isUnexpected && { reason: choice.reason },
    },
    {
      code: 'policy-engine',
      severity: 'ok',
      sentence: 'Policies are evaluated by {engine}. {reason}',
      cases: (choice) =>
        choice?.isUnexpected === false && {
          engine: choice.kind === 'native' ? 'a program for this machine' : 'WebAssembly',
          reason: choice.reason,
        },
    },
  ]),
  ...conditionsOf({ check: 'certificate', fact: certificate, places: ['doctor', 'system'], page: 'operate/tls.md' }, [
    {
      code: 'certificate-unusable',
      severity: 'problem',
      sentence: 'The certificate of the service cannot be used. {fault}',
      cases: ({ fault }) => fault !== undefined && { fault },
    },
    {
      code: 'certificate-expired',
      severity: 'problem',
      sentence: 'The certificate of the service expired on {date}.',
      advice: renewal,
      places: ['doctor', 'system', 'readyz'],
      cases: ({ expiresAt }, { now }) => expiresAt && expiresAt.getTime() < now && { date: dateOf(expiresAt) },
    },
    {
      code: 'certificate-ends',
      severity: 'warning',
      sentence: 'The certificate of the service expires on {date}.',
      advice: renewal,
      places: ['doctor', 'system', 'readyz'],
      cases: ({ expiresAt }, { now }) =>
        expiresAt && expiresAt.getTime() >= now && isEnding(expiresAt, now) && { date: dateOf(expiresAt) },
      metrics: [
        {
          name: 'tipstaff_tls_certificate_expiry_timestamp_seconds',
          help: 'When the certificate of the service expires.',
          value: ({ expiresAt }) => expiresAt && expiresAt.getTime() / 1_000,
        },
      ],
      alert: {
        name: 'TipstaffCertificateExpires',
        severity: 'warning',
        expr: 'tipstaff_tls_certificate_expiry_timestamp_seconds < time() + 14 * 86400',
        fill: { date: '{{ $value | humanizeTimestamp }} ({{ $labels.instance }})' },
      },
    },
    {
      code: 'certificate',
      severity: 'ok',
      sentence: 'The certificate of the service is valid until {date}.',
      cases: ({ expiresAt }, { now }) => expiresAt && !isEnding(expiresAt, now) && { date: dateOf(expiresAt) },
    },
    {
      code: 'private-key-exposed',
      severity: 'warning',
      sentence: 'The private key of the service is not secret. {exposure}',
      cases: ({ exposure }) => exposure !== undefined && { exposure },
    },
  ]),
  ...conditionsOf({ check: 'disk', fact: disk, places: ['doctor', 'system'] }, [
    {
      code: 'disk-full',
      severity: 'problem',
      sentence: 'The disk with the data folder is full, so that changes are refused.',
      advice: 'Free some space; no restart is needed.',
      cases: ({ free }) => isFull(free) && {},
    },
    {
      code: 'disk-low',
      severity: 'warning',
      sentence: 'Only {free} are free on the disk with the data folder.',
      advice: 'Free some space soon: at a full disk, changes are refused.',
      cases: ({ free }) => !isFull(free) && free < gibibyte && { free: gibibytes(free) },
      metrics: [
        {
          name: 'tipstaff_data_folder_free_bytes',
          help: 'Free space on the disk with the data folder.',
          value: ({ free }) => free,
        },
      ],
      alert: {
        name: 'TipstaffDiskFull',
        severity: 'critical',
        expr: `tipstaff_data_folder_free_bytes < ${gibibyte}`,
        for: '5m',
        fill: { free: '{{ $value | humanize1024 }}B of {{ $labels.instance }}' },
      },
    },
    {
      code: 'disk',
      severity: 'ok',
      sentence: '{free} are free on the disk with the data folder.',
      cases: ({ free }) => free >= gibibyte && { free: gibibytes(free) },
    },
  ]),
  ...conditionsOf({ check: 'data folder', fact: dataFolder, places: ['doctor', 'system'] }, [
    {
      code: 'data-folder-unusable',
      severity: 'problem',
      sentence: 'The data folder cannot be used as it is. {fault}',
      cases: ({ fault }) => fault !== undefined && { fault },
    },
    {
      code: 'data-folder',
      severity: 'ok',
      sentence: '{state}',
      cases: ({ state }) => state !== undefined && { state },
    },
  ]),
];
