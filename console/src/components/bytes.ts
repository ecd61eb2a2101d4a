import { localized } from '../texts/catalogue.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `3.2 GB`: decimal units, as disks are sold. */
export function bytes(count: number): string {
  const step = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3));
  const value = count / 1_000 ** step;
  return localized(`${value.toLocaleString('en', { maximumFractionDigits: step < 2 ? 0 : 1 })} ${units[step]}`);
}
