// The dialog that an act opens, wherever on the page it was begun. `Overlays` shows it.
import { type ReactNode, useSyncExternalStore } from 'react';

interface ShownDialog {
  /** Another one for each dialog. */
  readonly key: number;
  readonly title: string;
  readonly content: ReactNode;
  /** False once it has begun to close. */
  readonly isOpen: boolean;
}

let shown: ShownDialog | undefined;
const listeners = new Set<() => void>();

function show(next: ShownDialog): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens a dialog, in place of the one before. The focus returns to what opened it. */
export const openDialog = (title: string, content: ReactNode): void =>
  show({ key: (shown?.key ?? 0) + 1, title, content, isOpen: true });

export function closeDialog(): void {
  if (shown !== undefined) show({ ...shown, isOpen: false });
}

/** The dialog that was opened last; undefined before the first one. */
export const useShownDialog = (): ShownDialog | undefined => useSyncExternalStore(subscribe, () => shown);
