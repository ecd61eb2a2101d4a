// Stores in the browser whether the first steps are hidden on the start page.
import { boot } from '../../api/boot.ts';

const key = `tipstaff-first-steps-hidden-${boot.userId}`;

/** Whether the first steps are hidden. False if the browser blocks storage. */
export function areStepsHidden(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function hideSteps(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Without storage, they are shown again on the next visit.
  }
}
