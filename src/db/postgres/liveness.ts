// Watches running statements. If one is not answered for some time, another connection checks whether the server still
// answers. Time is measured in turns of the event loop: while the event loop or the whole machine is delayed, received
// answers wait to be read, which does not count as silence.
import { isTimeout } from './errors.ts';

export interface SilenceWatchParts {
  /**
   * Time in ms without an answer to a statement before the server is probed, and without an answer to the probe before
   * the server counts as unresponsive.
   */
  readonly maxSilence: number;
  /** Rejects if the server cannot be reached on another connection either. */
  readonly probe: () => Promise<void>;
  readonly onSilence: () => void;
}

/** Watches a statement until `end` is called. */
export type Watch = () => { end(): void };

/** Number of turns in `maxSilence`. A delayed turn counts once, and received answers are read before the next turn. */
const maxTurns = 4;

interface Waiting {
  turns: number;
}

/** Runs one probe at a time, and calls `ended` once for each. */
const newProbe = (probe: () => Promise<void>, ended: (isSilent: boolean) => void) => {
  let current: Waiting | undefined;
  const end = (own: Waiting, isSilent: boolean): void => {
    // The result of a probe that has ended already is ignored.
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
    // While the server answers, statements may take long.
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
    // A turn is added because the first one may come immediately.
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
