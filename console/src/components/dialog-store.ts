// Store for the open dialog. Any component can open a dialog, and `Overlays` renders it.
import { type ReactNode, useSyncExternalStore } from 'react';

interface ShownDialog {
  /** Number that is different for each opened dialog. */
  readonly key: number;
  readonly title: string;
  readonly content: ReactNode;
  /** Called when the dialog closes or another dialog replaces it. */
  readonly onClosed?: (() => void) | undefined;
  /** Whether the dialog is open. False as soon as the closing animation starts. */
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

/**
 * Opens a dialog and replaces the open dialog, if any. When the dialog closes, the focus returns to the element that
 * opened it.
 */
export function openDialog(title: string, content: ReactNode, onClosed?: () => void): void {
  closeDialog();
  show({ key: (shown?.key ?? 0) + 1, title, content, onClosed, isOpen: true });
}

export function closeDialog(): void {
  if (shown?.isOpen !== true) return;
  const { onClosed } = shown;
  show({ ...shown, isOpen: false });
  onClosed?.();
}

/** Returns the last opened dialog. Undefined if none has been opened yet. */
export const useShownDialog = (): ShownDialog | undefined => useSyncExternalStore(subscribe, () => shown);
