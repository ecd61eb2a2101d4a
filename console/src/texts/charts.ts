import { catalogue } from './catalogue.ts';

export const t = catalogue({
  named: (name: string, says: string) => `${name}: ${says}`,
  partOf: (name: string, count: number) => `${name} ${count.toLocaleString('en')}`,
  share: 'Share',
  percent: (percent: number) => `${Math.round(percent).toLocaleString('en')}%`,
  asTable: 'Show as a table',
  highest: (count: number) => `Highest column: ${count.toLocaleString('en')}`,
  markIs: (what: string) => `▼ ${what}`,
});
