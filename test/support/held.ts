// Puts an instance on hold, as a restore from a backup does.
import { storeState } from '../../src/runtime/state/instance-state.ts';
import type { World } from './world.ts';

export const madeAt = '2026-01-01T00:00:00.000Z';

/** Marks the instance as restored at the current time. */
export const markHeld = ({ context: { clock, database } }: World): Promise<void> => {
  const held = { at: new Date(clock.now()).toISOString(), madeAt };
  return database.transaction((tx) => storeState(tx, 'held', JSON.stringify(held)));
};
