// The chain of seals: each is an HMAC over the one before and all of its record.
import { createHmac } from 'node:crypto';
import type { Tables } from '../../db/tables.ts';

/** All columns of a record but those that the sealing itself fills. */
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

/** A record as it is sealed. */
export type Sealable = Readonly<Record<(typeof sealedColumns)[number], string | number | null>>;

/** The last record sealed: how many there are, and the seal over all of them. */
export interface Head {
  readonly sequence: number;
  /** 64 hexadecimal digits; empty while nothing is sealed. */
  readonly seal: string;
}

/** A record's place in the chain. */
export interface Link extends Head {
  readonly id: number;
}

/** Before the first record. */
export const emptyChain: Head = { sequence: 0, seal: '' };

/** A head in one word, to be kept outside: `<sequence>:<seal>`. */
export const headText = ({ sequence, seal }: Head): string => `${sequence}:${seal}`;

/** Reads what `headText` wrote; undefined when it is something else. */
export const readHead = (text: string): Head | undefined => {
  const [, sequence, seal] = /^(0|[1-9]\d{0,14}):((?:[0-9a-f]{64})?)$/.exec(text.trim()) ?? [];
  if (sequence === undefined || seal === undefined || (sequence === '0') !== (seal === '')) return undefined;
  return { sequence: Number(sequence), seal };
};

/** The link that a record makes after the head. */
const linkAfter = (key: Buffer, head: Head, record: Sealable): Link => {
  const sequence = head.sequence + 1;
  const canonical = JSON.stringify([sequence, ...sealedColumns.map((column) => record[column])]);
  const seal = createHmac('sha256', key).update(`${head.seal}\n`).update(canonical).digest('hex');
  return { id: Number(record.id), sequence, seal };
};

/** The links that records make after the head, one after the other. */
export const linksAfter = (key: Buffer, head: Head, records: readonly Sealable[]): readonly Link[] => {
  const links: Link[] = [];
  for (const record of records) links.push(linkAfter(key, links.at(-1) ?? head, record));
  return links;
};
