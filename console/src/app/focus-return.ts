// Gives the focus back where a person worked: to the control that opened a dialog, and to a button that could not be
// pressed while it was busy. The component library knows only what has the focus when a dialog begins to open: a busy button
// has lost it by then, and what was in the dialog before is about to go.

/** The control that had the focus last, on the page and in each dialog. */
const lastIn = new WeakMap<Element, HTMLElement>();

const dialogs = '[aria-modal="true"]';

/** Selector of popups over a control, which return the focus to it: menus and lists of options. */
const passing = '[role="menu"], [role="listbox"]';

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

const focus = (element: HTMLElement): void => element.focus({ preventScroll: true });

/** Follows the focus from now on. */
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

/** The open dialog, or the page. */
const place = (): Element => document.querySelector(dialogs) ?? document.body;

export const isDialogOpen = (): boolean => place() !== document.body;

/** The library gives the focus back 10 ms after a dialog began to close, and removes it at the end: in milliseconds. */
const afterLibrary = 30;

/**
 * Once a dialog has gone, and the focus with it: to the control of the page that had it before. Where that has gone too, such
 * as the row of what was deleted, to the heading of the page.
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
