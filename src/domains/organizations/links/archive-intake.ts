import { service } from '../../../context.ts';
import { newArchiveIntake } from '../../../effects/archives/archive-intake.ts';

/** Reads and limits the archives that are uploaded by links, of policies and of modules together. */
export const archiveIntake = service(() => newArchiveIntake());
