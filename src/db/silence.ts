// Watches the statements under way: where one is silent, another connection tells whether the server is.

export interface SilenceWatchParts {
  /** How long a statement is silent before the server is probed, in milliseconds. */
  readonly maxSilence: number;
  /** Fails where the server is silent on another connection, too. */
  readonly probe: () => Promise<void>;
  readonly onSilence: () => void;
}

/** Watches a statement until it ends. */
export type Watch = <T>(statement: () => Promise<T>) => Promise<T>;

export const newSilenceWatch = ({ maxSilence, probe, onSilence }: SilenceWatchParts): Watch => {
  const underWay = new Set<{ since: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isProbing = false;

  const look = async (): Promise<void> => {
    const now = performance.now();
    const silent = [...underWay].filter(({ since }) => now - since >= maxSilence);
    if (silent.length === 0 || isProbing) return;
    isProbing = true;
    await probe().then(
      // The server answers: the statements take long.
      () => {
        for (const each of silent) each.since = performance.now();
      },
      onSilence,
    );
    isProbing = false;
  };

  return async (statement) => {
    const own = { since: performance.now() };
    underWay.add(own);
    timer ??= setInterval(() => void look(), maxSilence / 4).unref();
    try {
      return await statement();
    } finally {
      underWay.delete(own);
      if (underWay.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    }
  };
};
