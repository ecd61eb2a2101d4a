const attribute = 'data-mantine-color-scheme';

/** Prints pages in the light scheme, as paper is white, and gives the screen its scheme back. */
export function printInLightScheme(): void {
  const root = document.documentElement;
  let onScreen: string | null = null;
  addEventListener('beforeprint', () => {
    onScreen = root.getAttribute(attribute);
    root.setAttribute(attribute, 'light');
  });
  addEventListener('afterprint', () => {
    if (onScreen !== null) root.setAttribute(attribute, onScreen);
  });
}
