// The end of the audit record's chain, as it is stored and as it is kept outside of the database.

/** The end of the chain: the number of sealed records, and the last seal. */
export interface Head {
  readonly sequence: number;
  /** 64 hexadecimal digits; empty while nothing is sealed. */
  readonly seal: string;
}

/** The head before the first record. */
export const emptyChain: Head = { sequence: 0, seal: '' };

/** A head as text, to be kept outside of the database: `<sequence>:<seal>`. */
export const headText = ({ sequence, seal }: Head): string => `${sequence}:${seal}`;

/** The head in the stored beginning of the chain, which is followed by a seal of its own. */
export const readStartHead = (text: string | undefined): Head | undefined =>
  text === undefined ? undefined : readHead(text.slice(0, text.lastIndexOf(':')));

/** Parses the text of `headText`; undefined for any other text. */
export const readHead = (text: string): Head | undefined => {
  const [, sequence, seal] = /^(0|[1-9]\d{0,14}):((?:[0-9a-f]{64})?)$/.exec(text.trim()) ?? [];
  if (sequence === undefined || seal === undefined || (sequence === '0') !== (seal === '')) return undefined;
  return { sequence: Number(sequence), seal };
};
