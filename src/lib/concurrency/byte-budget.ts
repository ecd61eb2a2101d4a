import { Busy } from '../errors/unavailable.ts';

/** Limits in bytes of a budget and of its parts. */
export interface BudgetLimits {
  readonly all: number;
  /** Clients without credentials together, so that they leave the rest to the others. */
  readonly anonymous: number;
  /** One address without credentials. */
  readonly perAddress: number;
  /** One client with credentials, or one organization. */
  readonly perClient: number;
}

/** Enough for 64 bodies of the largest size, eight of one client. */
export const bufferLimits: BudgetLimits = {
  all: 67_108_864,
  anonymous: 33_554_432,
  perAddress: 4_194_304,
  perClient: 8_388_608,
};

/** Copies on the disk: enough for a hundred downloads of the largest code, a quarter of them from one organization. */
export const copyLimits: BudgetLimits = { all: 1_073_741_824, anonymous: 0, perAddress: 0, perClient: 268_435_456 };

/** Whose bytes they are: those of a client with credentials, of an organization, or of an address without credentials. */
export interface ByteOwner {
  readonly key: string;
  readonly isAnonymous?: boolean;
}

/** Bytes that wait, for one request. */
interface Buffered extends Disposable {
  /** Counts more bytes; throws `Busy` where the budget, or the owner's part of it, is used up. */
  readonly add: (bytes: number) => void;
}

/** Counts the bytes of unfinished bodies and unread answers. */
export interface ByteBudget {
  readonly open: (owner: ByteOwner) => Buffered;
}

export function newByteBudget(limits: BudgetLimits = bufferLimits): ByteBudget {
  const byOwner = new Map<string, number>();
  let all = 0;
  let anonymous = 0;

  const nameOf = ({ key, isAnonymous = false }: ByteOwner): string => `${isAnonymous} ${key}`;
  const count = (bytes: number, owner: ByteOwner): void => {
    all += bytes;
    if (owner.isAnonymous) anonymous += bytes;
    const name = nameOf(owner);
    const left = (byOwner.get(name) ?? 0) + bytes;
    if (left === 0) byOwner.delete(name);
    else byOwner.set(name, left);
  };
  const isExceeded = (owner: ByteOwner): boolean => {
    const own = byOwner.get(nameOf(owner)) ?? 0;
    if (all > limits.all) return true;
    return owner.isAnonymous ? anonymous > limits.anonymous || own > limits.perAddress : own > limits.perClient;
  };

  return {
    open: (owner) => {
      let counted = 0;
      return {
        add: (bytes) => {
          counted += bytes;
          count(bytes, owner);
          if (isExceeded(owner)) throw new Busy('too many bytes wait');
        },
        [Symbol.dispose]: () => {
          count(-counted, owner);
          counted = 0;
        },
      };
    },
  };
}
