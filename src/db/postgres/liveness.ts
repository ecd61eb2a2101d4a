// Watches running statements. If a statement is not answered for some time, another connection checks whether the
// server still answers. Time is counted in turns of the event loop, so a delay of the event loop or of the whole
// machine does not count as silence: answers that have arrived are read before the next turn.
import { isTimeout } from './errors.ts';

export interface SilenceWatchParts {
  /**
   * Maximum time in ms without an answer. After this time, a running statement causes a probe of the server, and an
   * unanswered probe means that the server is unresponsive.
   */
  readonly maxSilence: number;
  /** Checks the server on another connection. Rejects if the server cannot be reached. */
  readonly probe: () => Promise<void>;
  readonly onSilence: () => void;
}

/** Starts watching a statement. The caller stops it by calling `end`. */
export type Watch = () => { end(): void };

/**
 * Number of event loop turns that `maxSilence` is divided into. A delayed turn counts as one, and answers that have
 * arrived are read before the next turn.
 */
const maxTurns = 4;

interface Waiting {
  turns: number;
}

/** Runs one probe at a time, and calls `ended` once when a probe has ended. */
const newProbe = (probe: () => Promise<void>, ended: (isSilent: boolean) => void) => {
  let current: Waiting | undefined;
  const end = (own: Waiting, isSilent: boolean): void => {
    // This probe has already ended, so its late result is ignored.
    if (current !== own) return;
    current = undefined;
    ended(isSilent);
  };
  const attempt = (own: Waiting): void => {
    const failed = (error: unknown): void => {
      // The probe timed out because the event loop was delayed, so it is repeated.
      if (current === own && isTimeout(error) && own.turns < maxTurns) attempt(own);
      else end(own, true);
    };
    probe().then(() => end(own, false), failed);
  };
  return {
    isUnderWay: () => current !== undefined,
    begin: () => {
      current = { turns: 0 };
      attempt(current);
    },
    turn: () => {
      if (current === undefined) return;
      current.turns += 1;
      if (current.turns >= maxTurns) end(current, true);
    },
  };
};

export const newLivenessWatch = ({ maxSilence, probe, onSilence }: SilenceWatchParts): Watch => {
  const underWay = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;

  const probing = newProbe(probe, (isSilent) => {
    // The server has answered the probe, or is now reported as silent. In both cases the wait for each statement starts
    // again.
    for (const each of underWay) each.turns = 0;
    if (isSilent) onSilence();
  });
  const turn = (): void => {
    if (underWay.size === 0 && !probing.isUnderWay()) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    for (const each of underWay) each.turns += 1;
    // One more turn than `maxTurns` must pass, because a statement's first turn may come immediately after it was sent.
    const isSilent = [...underWay].some(({ turns }) => turns > maxTurns);
    if (probing.isUnderWay()) probing.turn();
    else if (isSilent) probing.begin();
  };

  return () => {
    const own: Waiting = { turns: 0 };
    underWay.add(own);
    timer ??= setInterval(turn, maxSilence / maxTurns).unref();
    return { end: () => void underWay.delete(own) };
  };
};
