const attribute = 'data-mantine-color-scheme';

/** Switches to the light color scheme for printing. The previous scheme is restored afterwards. */
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
