// Stores in the browser whether the first steps are completed, or hidden on the start page.
import { browserStore } from '../../api/browser-store.ts';

const state = browserStore('first-steps');

/** Whether the start page shows no first steps, because the user has completed or hidden them. */
export const areStepsHidden = (): boolean => state.read() !== undefined;

/** Whether this browser has stored that all first steps are completed. False if the user hid them instead. */
export const areStepsDone = (): boolean => state.read() === 'done';

export const hideSteps = (reason: 'done' | 'hidden'): void => state.write(reason);
