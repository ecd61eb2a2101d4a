// Sentences about a check of modules that several formats share.
import type { Report } from './check.ts';

export const clean = (report: Report): string => `No deprecated modules found. ${sumOf(report)}`;

const modules = (count: number): string => `${count} ${count === 1 ? 'module' : 'modules'}`;

export const sumOf = ({ checked, ignored, url }: Report): string =>
  `${modules(checked)} of ${url} checked, ${modules(ignored)} from elsewhere ignored.`;
