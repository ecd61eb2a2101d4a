// Items on the start page that the user has dismissed. The browser stores them.
import { useState } from 'react';
import { browserStore } from '../../api/browser-store.ts';
import type { AttentionItem } from './attention-item.ts';

const store = browserStore('dismissed');

/** States of the dismissed items, by their keys. */
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
 * Divides items into those that are shown and those that the user has dismissed. `isComplete` says whether `items` are
 * all items of the page. Dismissals of items that no longer exist are then forgotten with the next change.
 */
export function useDismissals(items: readonly AttentionItem[], isComplete: boolean) {
  const [dismissed, setDismissed] = useState(readDismissed);
  const keys = new Set(items.map(({ key }) => key));
  const change = (next: Dismissed) => {
    store.write(JSON.stringify(next));
    setDismissed(next);
  };
  const isDismissed = ({ key, state }: AttentionItem) => dismissed[key] === state;
  return {
    shown: items.filter((item) => !isDismissed(item)),
    dismissedCount: items.filter(isDismissed).length,
    dismiss: ({ key, state }: AttentionItem) =>
      change({ ...without(dismissed, (each) => isComplete && !keys.has(each)), [key]: state }),
    /** Shows all items again. */
    restore: () => change(without(dismissed, (key) => keys.has(key))),
  };
}
