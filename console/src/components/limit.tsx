/** Formats a limit of a subscription plan. Null means unlimited. */
export const limitText = (limit: number | null): string => (limit === null ? 'Unlimited' : limit.toLocaleString('en'));
