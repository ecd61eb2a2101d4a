import type { Config } from '../../config.ts';
import { type DoctorFinding, warning } from '../../domains/instance/commands.ts';
import { abandonedDrafts } from '../backup/draft.ts';

/** Warns about draft folders that remain from killed restores. */
export const checkDrafts = async (config: Config): Promise<readonly DoctorFinding[]> =>
  (await abandonedDrafts(config)).map((folder) =>
    warning(
      'restore',
      `The folder ${folder} remains from a restore that was killed, and may contain the encryption key and the database: remove the folder.`,
    ),
  );
