// Head of the audit chain: its type, and its formats in and outside of the database.

/** Head of the audit chain: the number of sealed records, and the last seal. */
export interface Head {
  readonly sequence: number;
  /** Seal of the last record, as 64 hexadecimal digits. Empty if no record is sealed. */
  readonly seal: string;
}

/** Head of an audit chain without records. */
export const emptyChain: Head = { sequence: 0, seal: '' };

/** Formats a head as `<sequence>:<seal>`, to be kept outside of the database. */
export const headText = ({ sequence, seal }: Head): string => `${sequence}:${seal}`;

/**
 * Reads the head from the stored start of the audit chain. The stored text is a head, a colon, and the seal of this
 * head.
 */
export const readStartHead = (text: string | undefined): Head | undefined =>
  text === undefined ? undefined : readHead(text.slice(0, text.lastIndexOf(':')));

/** Parses a head of the audit chain that `headText` formatted. Returns undefined for any other text. */
export const readHead = (text: string): Head | undefined => {
  const [, sequence, seal] = /^(0|[1-9]\d{0,14}):((?:[0-9a-f]{64})?)$/.exec(text.trim()) ?? [];
  if (sequence === undefined || seal === undefined || (sequence === '0') !== (seal === '')) return undefined;
  return { sequence: Number(sequence), seal };
};
