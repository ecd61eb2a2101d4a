import { t } from '../texts/common.ts';

/** A limit of a plan; null means that there is none. */
export const limitText = (limit: number | null): string => (limit === null ? t.unlimited : limit.toLocaleString('en'));
