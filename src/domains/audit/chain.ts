// Audit chain: the seal of each record is an HMAC over the previous seal and the whole record.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { Tables } from '../../db/tables.ts';
import type { Head } from './chain-head.ts';

/** Columns of an audit record that its seal covers. They are all columns except those that sealing sets. */
export const sealedColumns = [
  'id',
  'at',
  'action',
  'resource_type',
  'resource_id',
  'organization_id',
  'actor',
  'change',
  'request_id',
  'address',
  'actor_id',
  'impersonator_id',
] as const satisfies readonly (keyof Tables['audit_records'])[];

/** An audit record without its seal. */
export type Sealable = Readonly<Record<(typeof sealedColumns)[number], string | number | null>>;

/** Position of a record in the audit chain, with its seal. */
export interface Link extends Head {
  readonly id: number;
}

/** Computes the position and seal of the record that follows a head of the audit chain. */
const linkAfter = (key: KeyObject, head: Head, record: Sealable): Link => {
  const sequence = head.sequence + 1;
  const canonical = JSON.stringify([sequence, ...sealedColumns.map((column) => record[column])]);
  const seal = createHmac('sha256', key).update(`${head.seal}\n`).update(canonical).digest('hex');
  return { id: Number(record.id), sequence, seal };
};

/** Computes the positions and seals of consecutive records that follow a head of the audit chain. */
export const linksAfter = (key: Buffer, head: Head, records: readonly Sealable[]): readonly Link[] => {
  const secret = createSecretKey(key);
  const links: Link[] = [];
  for (const record of records) links.push(linkAfter(secret, links.at(-1) ?? head, record));
  return links;
};
