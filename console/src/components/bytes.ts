const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Formats a number of bytes, for example `3.2 GiB`. The settings and `tipstaff doctor` use the same units. */
export function bytes(count: number): string {
  const step = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10));
  const value = count / 1_024 ** step;
  return `${value.toLocaleString('en', { maximumFractionDigits: step < 2 ? 0 : 1 })} ${units[step]}`;
}
