// Theme of the console. It has the same colors and fonts as the pages without scripts (`src/pages/style.ts`).
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { returnFocus } from './focus-return.ts';

const tipstaff: MantineColorsTuple = [
  '#eef4fc',
  '#dbe7f6',
  '#b5ceed',
  '#8ab8f5',
  '#659de0',
  '#4583cf',
  '#2f6cb8',
  '#1d4f91',
  '#173f75',
  '#0f2d55',
];

// Replaces the library's green, on which white text does not have enough contrast.
const green: MantineColorsTuple = [
  '#e9f6ee',
  '#cdebd8',
  '#a5d8b9',
  '#7cc69a',
  '#93dcb2',
  '#3f9a68',
  '#2a7d50',
  '#17603a',
  '#125030',
  '#0c3d24',
];
const yellow: MantineColorsTuple = [
  '#fff4d9',
  '#fde8b8',
  '#fadf9e',
  '#f7d78f',
  '#f3cf85',
  '#b98314',
  '#8a5e00',
  '#6b4700',
  '#553800',
  '#402a00',
];
const red: MantineColorsTuple = [
  '#fdeeee',
  '#fbdcdc',
  '#f8c0c0',
  '#f5adad',
  '#f7a3a3',
  '#e06a6a',
  '#c23a3a',
  '#9b1c1c',
  '#851515',
  '#6d1010',
];

// Colors of the dark scheme. Cards and fields have a tinted background instead of the library's neutral gray.
const dark: MantineColorsTuple = [
  '#c9d1dc',
  '#b4bfcd',
  '#7d8899',
  '#647084',
  '#3d4757',
  '#343e4d',
  '#252e3a',
  '#1d242e',
  '#181e27',
  '#10141b',
];

export const theme = createTheme({
  colors: { tipstaff, green, yellow, red, dark },
  primaryColor: 'tipstaff',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  fontFamily: "'Inter', 'Inter fallback', system-ui, sans-serif",
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // In the dark scheme, a card has a lighter background than the page.
    Card: {
      styles: { root: { backgroundColor: 'light-dark(var(--mantine-color-white), var(--mantine-color-dark-7))' } },
    },
    Anchor: { defaultProps: { underline: 'always', inherit: true } },
    // In tables, a badge is as wide as its text.
    Badge: { styles: { root: { minWidth: 'var(--tag-min-width, 0)', fontSize: 12 } } },
    // All children of a menu must be menu items, so the library's placeholder for the initial focus is turned off.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Long names wrap within the dialog, because they would push buttons out of it otherwise.
    Modal: {
      defaultProps: { onExitTransitionEnd: returnFocus },
      styles: { content: { overflowWrap: 'anywhere' } },
    },
    // Gives the text of a notification the same contrast with and without a title.
    Notification: {
      styles: { root: { overflowWrap: 'anywhere' }, description: { color: 'var(--mantine-color-text)' } },
    },
    // Turns off autofill, because fields contain names and settings of the service.
    TextInput: { defaultProps: { autoComplete: 'off' } },
    NumberInput: { defaultProps: { allowDecimal: false, hideControls: true } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password' } } },
  },
});

/** Colors that the library's palette lacks: the page background, and dimmed text with sufficient contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#16202e',
    '--mantine-color-dimmed': '#4b5768',
    '--mantine-color-placeholder': '#4b5768',
    '--mantine-color-error': '#9b1c1c',
  },
  dark: {
    '--mantine-color-body': '#10141b',
    '--mantine-color-text': '#e8ecf2',
    '--mantine-color-dimmed': '#a9b4c4',
    '--mantine-color-placeholder': '#a9b4c4',
    '--mantine-color-error': '#f7a3a3',
    // Background of the selected navigation link and the selected section of a page.
    '--mantine-color-tipstaff-light': '#1a2f4b',
    '--mantine-color-tipstaff-light-hover': '#203a5c',
  },
});
