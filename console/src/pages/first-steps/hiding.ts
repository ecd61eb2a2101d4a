// Whether the start page hides the first steps. This is stored in the browser.
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
