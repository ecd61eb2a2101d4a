import { Busy } from '../errors/unavailable.ts';

/** Limits of a memory or disk budget, in bytes. */
export interface BudgetLimits {
  readonly all: number;
  /** Limit for all clients without credentials together. It reserves the rest of the budget for other clients. */
  readonly anonymous: number;
  /** Limit for clients without credentials at one IP address. */
  readonly perAddress: number;
  /** Limit for one client with credentials, or for one organization. */
  readonly perClient: number;
}

/** Limits for request bodies. They suffice for 64 bodies of the maximum size, of which eight may be from one client. */
export const bufferLimits: BudgetLimits = {
  all: 67_108_864,
  anonymous: 33_554_432,
  perAddress: 4_194_304,
  perClient: 8_388_608,
};

/**
 * Limits for the temporary copies of policy code on disk, from which downloads are sent. They suffice for a hundred
 * downloads of the largest code, of which a quarter may be for one organization.
 */
export const copyLimits: BudgetLimits = { all: 1_073_741_824, anonymous: 0, perAddress: 0, perClient: 268_435_456 };

/**
 * Owner whose share of the budget is used: a client with credentials, an organization, or an IP address without
 * credentials.
 */
export interface ByteOwner {
  readonly key: string;
  readonly isAnonymous?: boolean;
}

interface Buffered extends Disposable {
  /** Adds bytes to the owner's use. Throws `Busy` if the budget or the owner's share of it is used up. */
  readonly add: (bytes: number) => void;
}

/** Counts the bytes of incomplete request bodies and unsent responses. */
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
          if (isExceeded(owner)) throw new Busy('too many bytes are buffered');
        },
        [Symbol.dispose]: () => {
          count(-counted, owner);
          counted = 0;
        },
      };
    },
  };
}
