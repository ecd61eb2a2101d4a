// Parses metrics in the Prometheus text format.

/** Metric in the text format. The series of a histogram have names that end with `_bucket`, `_sum` and `_count`. */
export interface Scraped {
  /** Label names in the metric's samples; undefined if it has no samples. */
  readonly labels: ReadonlySet<string> | undefined;
}

/** Returns the metrics by the names that PromQL expressions use. */
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

/** Returns the sample values as they are written in the text, by name and labels. */
export const samplesIn = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm)].map(([, name = '', value = '']) => [name, value]));
