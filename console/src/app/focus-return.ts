// Restores the keyboard focus after a dialog closes or a busy button is enabled again. The component library only
// remembers the element that is focused when a dialog opens. This does not work if a busy button has already lost the
// focus, or if the element is in a dialog that is being replaced.

/** Last focused element, by page or dialog. */
const lastIn = new WeakMap<Element, HTMLElement>();

const dialogs = '[aria-modal="true"]';

/** Selector of menus and option lists, which return the focus to their own control. */
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

/** Returns the open dialog, or the page body. */
const place = (): Element => document.querySelector(dialogs) ?? document.body;

export const isDialogOpen = (): boolean => place() !== document.body;

/**
 * Delay in ms. The library restores the focus 10 ms after a dialog starts to close, and the focus is lost when the
 * dialog is removed.
 */
const afterLibrary = 30;

/**
 * Called after a dialog was removed together with the focus. Focuses the element of the page that was focused before,
 * or the page heading if that element no longer exists, such as the row of a deleted record.
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
