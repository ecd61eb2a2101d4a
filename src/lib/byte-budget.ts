import { Busy } from './unavailable.ts';

/** What the parts of a budget are, in bytes. */
export interface BudgetLimits {
  readonly all: number;
  /** Clients without credentials together, so that they leave the rest to the others. */
  readonly anonymous: number;
  /** One address without credentials. */
  readonly perAddress: number;
}

/** Enough for 64 bodies of the largest size. */
export const bufferLimits: BudgetLimits = { all: 67_108_864, anonymous: 33_554_432, perAddress: 4_194_304 };

/** Copies on the disk: enough for a hundred downloads of the largest code. */
export const copyLimits: BudgetLimits = { all: 1_073_741_824, anonymous: 0, perAddress: 0 };

/** Bytes that wait, for one request. */
export interface Buffered extends Disposable {
  /** Counts more bytes; throws `Busy` where the budget is used up. */
  readonly add: (bytes: number) => void;
}

/** Counts the bytes of unfinished bodies and unread answers. */
export interface ByteBudget {
  /** `address` is the client's where it has shown no credentials. */
  readonly open: (address?: string) => Buffered;
}

export function newByteBudget(limits: BudgetLimits = bufferLimits): ByteBudget {
  const byAddress = new Map<string, number>();
  let all = 0;
  let anonymous = 0;

  const count = (bytes: number, address: string | undefined): void => {
    all += bytes;
    if (address === undefined) return;
    anonymous += bytes;
    const left = (byAddress.get(address) ?? 0) + bytes;
    if (left === 0) byAddress.delete(address);
    else byAddress.set(address, left);
  };
  const isExceeded = (address: string | undefined): boolean =>
    all > limits.all ||
    (address !== undefined && (anonymous > limits.anonymous || (byAddress.get(address) ?? 0) > limits.perAddress));

  return {
    open: (address) => {
      let counted = 0;
      return {
        add: (bytes) => {
          counted += bytes;
          count(bytes, address);
          if (isExceeded(address)) throw new Busy('too many bytes wait');
        },
        [Symbol.dispose]: () => {
          count(-counted, address);
          counted = 0;
        },
      };
    },
  };
}
