import { service } from '../../../context.ts';
import { newArchiveIntake } from '../../../effects/archives/archive-intake.ts';

/**
 * Reads archives uploaded through upload links and limits how many are read at the same time. Shared by policy and
 * module archives.
 */
export const archiveIntake = service(() => newArchiveIntake());
