// Store for the open dialog, which can be opened from anywhere on a page. `Overlays` renders it.
import { type ReactNode, useSyncExternalStore } from 'react';

interface ShownDialog {
  /** Key that is different for each dialog. */
  readonly key: number;
  readonly title: string;
  readonly content: ReactNode;
  /** False from the start of the closing animation. */
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

/** Opens a dialog, replacing the current one. When it closes, the focus returns to the element that opened it. */
export const openDialog = (title: string, content: ReactNode): void =>
  show({ key: (shown?.key ?? 0) + 1, title, content, isOpen: true });

export function closeDialog(): void {
  if (shown !== undefined) show({ ...shown, isOpen: false });
}

/** The dialog that was opened last; undefined if none has been opened yet. */
export const useShownDialog = (): ShownDialog | undefined => useSyncExternalStore(subscribe, () => shown);
