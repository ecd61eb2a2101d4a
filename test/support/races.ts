// Races that are run again and again, since a single run may miss the moment.
import type { Answer } from './client.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const rounds = Number(process.env.CONCURRENCY_ROUNDS ?? '20');

/** Plays a race as often as `CONCURRENCY_ROUNDS` says, 20 times by default. */
export const inRounds = async (play: () => Promise<void>): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) await play();
};

/** How many answers there are of each status. */
export const statusesOf = (answers: readonly Answer[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, same]) => [status, same.length]));
