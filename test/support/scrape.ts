// Metrics in the text form of Prometheus, read for what they have.

/** A metric of a scrape: the series of a histogram end in `_bucket`, `_sum` and `_count`. */
export interface Scraped {
  /** Names of the labels of its samples; undefined where it has no sample. */
  readonly labels: ReadonlySet<string> | undefined;
}

/** Metrics by the names that expressions use. */
export function readScrape(text: string): ReadonlyMap<string, Scraped> {
  const all = new Map<string, Scraped>();
  const suffixes: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'] };
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const suffix of suffixes[type] ?? ['']) all.set(name + suffix, { labels: undefined });
  }
  for (const [, name = '', pairs = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const names = [...pairs.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
    all.set(name, { labels: new Set([...(all.get(name)?.labels ?? []), ...names]) });
  }
  return all;
}

/** Values of the samples as they were written, by name and labels. */
export const samplesIn = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm)].map(([, name = '', value = '']) => [name, value]));
