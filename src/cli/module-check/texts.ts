// Texts of module checks that several output formats share.
import { counted } from '../../lib/text/text.ts';
import type { Report } from './check.ts';

export const clean = (report: Report): string => `No deprecated modules found. ${sumOf(report)}`;

export const sumOf = ({ checked, ignored, url }: Report): string =>
  `${counted(checked, 'module')} of ${url} checked, ${counted(ignored, 'module')} from elsewhere ignored.`;
