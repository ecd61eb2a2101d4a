// Choice of this browser to show or hide the first steps on the start page.
import { boot } from '../../api/boot.ts';

const key = `tipstaff-first-steps-hidden-${boot.userId}`;

/** A browser that stores nothing shows them. */
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
    // Without storage they are shown again.
  }
}
