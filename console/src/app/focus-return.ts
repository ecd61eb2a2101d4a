// Restores the keyboard focus after a dialog closes or a busy button is enabled again. The component library remembers
// only the element that has the focus when a dialog opens. That is not enough if a busy button has already lost the
// focus, or if the remembered element is in a dialog that another dialog replaces.

/** Last focused element in the page body and in each dialog. */
const lastIn = new WeakMap<Element, HTMLElement>();

const dialogs = '[aria-modal="true"]';

/** Selector for menus and option lists. They return the focus to their own control. */
const passing = '[role="menu"], [role="listbox"]';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

const focus = (element: HTMLElement): void => element.focus({ preventScroll: true });

/** Starts tracking the focus. */
export function followFocus(): void {
  const whileBusy = new MutationObserver(() => {
    const last = lastIn.get(place());
    if (isLost() && last?.matches(':enabled') === true) focus(last);
  });
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest(passing) !== null) return;
    lastIn.set(target.closest(dialogs) ?? document.body, target);
    whileBusy.disconnect();
    whileBusy.observe(target, { attributeFilter: ['disabled'] });
  });
}

/** Returns the open dialog, or the page body if no dialog is open. */
const place = (): Element => document.querySelector(dialogs) ?? document.body;

export const isDialogOpen = (): boolean => place() !== document.body;

/**
 * Delay in ms before the focus is restored. It is longer than the 10 ms after which the library itself restores the
 * focus when a dialog starts to close.
 */
const afterLibrary = 30;

/**
 * Restores the focus after a dialog that had the focus was removed. Focuses the last focused element of the page. If
 * that element no longer exists, for example in the row of a deleted record, focuses the page heading.
 */
export function returnFocus(): void {
  setTimeout(() => {
    if (!isLost()) return;
    const last = lastIn.get(place());
    if (last?.isConnected === true) focus(last);
    const heading = document.getElementById('page-title');
    if (isLost() && heading !== null) focus(heading);
  }, afterLibrary);
}
