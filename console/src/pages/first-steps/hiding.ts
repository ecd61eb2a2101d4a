// Stores in the browser that the user has hidden the first steps on the start page.
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
    // If the browser blocks storage, the first steps are shown again on the next visit.
  }
}
