/** Style of the buttons and links that belong to a finding. */
export const quiet = { size: 'compact-sm', variant: 'subtle', fw: 400 } as const;
