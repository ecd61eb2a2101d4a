// Things on the start page that the user has dismissed. The browser stores them.
import { useState } from 'react';
import { browserStore } from '../../api/browser-store.ts';
import type { Thing } from './thing.ts';

const store = browserStore('dismissed');

/** States of the dismissed things, by their keys. */
type Dismissed = Readonly<Record<string, unknown>>;

function readDismissed(): Dismissed {
  try {
    return Object(JSON.parse(store.read() ?? '{}'));
  } catch {
    return {};
  }
}

const without = (dismissed: Dismissed, isDropped: (key: string) => boolean): Dismissed =>
  Object.fromEntries(Object.entries(dismissed).filter(([key]) => !isDropped(key)));

/**
 * Divides things into those that are shown and those that the user has dismissed. `isComplete` says whether `things` are
 * all things of the page. Dismissals of things that no longer exist are then forgotten with the next change.
 */
export function useDismissals(things: readonly Thing[], isComplete: boolean) {
  const [dismissed, setDismissed] = useState(readDismissed);
  const keys = new Set(things.map(({ key }) => key));
  const change = (next: Dismissed) => {
    store.write(JSON.stringify(next));
    setDismissed(next);
  };
  const isDismissed = ({ key, state }: Thing) => dismissed[key] === state;
  return {
    shown: things.filter((thing) => !isDismissed(thing)),
    dismissedCount: things.filter(isDismissed).length,
    dismiss: ({ key, state }: Thing) =>
      change({ ...without(dismissed, (each) => isComplete && !keys.has(each)), [key]: state }),
    /** Shows all things again. */
    restore: () => change(without(dismissed, (key) => keys.has(key))),
  };
}
