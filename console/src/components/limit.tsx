/** Formats the limit of a plan; null means unlimited. */
export const limitText = (limit: number | null): string => (limit === null ? 'Unlimited' : limit.toLocaleString('en'));
