/** A limit of a plan; null means that there is none. */
export const limitText = (limit: number | null): string => (limit === null ? 'Unlimited' : limit.toLocaleString('en'));
