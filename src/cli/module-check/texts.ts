// Texts about module checks that are used by several output formats.
import { counted } from '../../lib/text/text.ts';
import type { ModuleCheckReport } from './check.ts';

export const clean = (report: ModuleCheckReport): string => `No deprecated modules found. ${sumOf(report)}`;

export const sumOf = ({ checked, ignored, url }: ModuleCheckReport): string =>
  `${counted(checked, 'module')} of ${url} checked, ${counted(ignored, 'other module')} ignored.`;
