// Watches the statements under way: where one is silent, another connection tells whether the server is. How long is counted
// in turns of the event loop: what came while the loop, or the whole machine, was late waits to be read, and is no silence.
import { isTimeout } from './errors.ts';

export interface SilenceWatchParts {
  /** Silence in ms of a statement before the server is probed, and of the probe before the server counts as silent. */
  readonly maxSilence: number;
  /** Fails where the server cannot be reached on another connection, too. */
  readonly probe: () => Promise<void>;
  readonly onSilence: () => void;
}

/** Watches a statement from now until its `end`. */
export type Watch = () => { end(): void };

/**
 * Number of turns that the longest silence lasts. However late a turn is, it counts once, and answers are read before the next
 * one.
 */
const maxTurns = 4;

interface Waiting {
  turns: number;
}

/** One probe at a time; `ended` is called once for each. */
const newProbe = (probe: () => Promise<void>, ended: (isSilent: boolean) => void) => {
  let current: Waiting | undefined;
  const end = (own: Waiting, isSilent: boolean): void => {
    // A result that comes after the end of a probe means nothing.
    if (current !== own) return;
    current = undefined;
    ended(isSilent);
  };
  const attempt = (own: Waiting): void => {
    const failed = (error: unknown): void => {
      // Its time went by while the event loop was late.
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
    // While the server answers, the statements may take long.
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
    // The first turn may come at once.
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
