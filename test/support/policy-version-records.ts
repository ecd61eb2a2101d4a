// Writes two policy set versions directly into storage: one with an archive, and one whose archive is not yet uploaded.
import { createHash } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import type { Transaction } from '../../src/db/database.ts';
import { capabilityWith } from '../../src/http/object-links.ts';
import { newId } from '../../src/kernel/ids.ts';
import { randomText } from '../../src/lib/text/random-text.ts';
import { nativeArchive } from './policy-versions.ts';

const at = '2026-01-01T00:00:00.000Z';
const times = { created_at: at, updated_at: at };
const year = 365 * 24 * 3_600_000;

/** Ids of the policy set that has the versions, and of its organization. */
interface Place {
  readonly organization_id: string;
  readonly policy_set_id: string;
}

/** Writes the versions. Returns the first version's path parameter and the second version's upload capability. */
export const insertSetVersions = async (
  tx: Transaction,
  context: Context,
  { organization_id, policy_set_id }: Place,
) => {
  const [archive_id, ready, waiting] = [randomText(24), newId('polsetver'), newId('polsetver')];
  const content = { sha256: createHash('sha256').update(nativeArchive).digest('hex'), size: nativeArchive.length };
  const archive = { id: archive_id, policy_set_id, folder: '', ...content, created_at: at };
  const policy = {
    id: newId('polver'),
    archive_id,
    name: 'tags',
    description: null,
    query: null,
    path: 'tags.sentinel',
  };
  await tx.run((db) => db.insertInto('policy_archives').values(archive));
  await tx.run((db) =>
    db.insertInto('policy_archive_chunks').values({ archive_id, position: 0, bytes: nativeArchive }),
  );
  await tx.run((db) =>
    db.insertInto('policy_archive_policies').values({ ...policy, enforcement_level: 'hard-mandatory' }),
  );
  const empty = { archive_id: null, sha256: null, size: null, policy_count: null };
  await tx.run((db) =>
    db.insertInto('policy_set_versions').values([
      { id: ready, policy_set_id, status: 'ready', error: null, archive_id, ...content, policy_count: 1, ...times },
      { id: waiting, policy_set_id, status: 'pending', error: null, ...empty, ...times },
    ]),
  );
  const endsAt = Date.parse(at) + 200 * year;
  const terms = { purpose: 'policy-set-version', id: waiting, details: [organization_id, 'token'], endsAt };
  return { policy_set_version_id: ready, version_capability: capabilityWith(context, terms) };
};
