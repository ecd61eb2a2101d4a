/** Color schemes that a user can choose. */
export const schemes = ['light', 'dark', 'auto'] as const;

export const schemeLabels = { light: 'Light', dark: 'Dark', auto: 'Same as the system' } as const;
