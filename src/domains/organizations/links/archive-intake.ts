import { service } from '../../../context.ts';
import { newArchiveIntake } from '../../../effects/archives/archive-intake.ts';

/**
 * Reads the archives that are uploaded through upload links, and limits how many are read at the same time. Policy
 * archives and module archives share the limit.
 */
export const archiveIntake = service(() => newArchiveIntake());
