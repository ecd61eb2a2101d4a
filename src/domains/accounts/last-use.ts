import type { Context } from '../../context.ts';
import { timestamp } from '../../lib/clock.ts';

/** How seldom a last use is written down, in milliseconds. */
const resolution = 60_000;

/** Writes the use of a credential down after the answer, at most once a minute, so that reading costs no write. */
export const noteUse = (
  { database, clock, log }: Context,
  table: 'tokens' | 'sessions',
  { id, last_used_at }: { readonly id: string; readonly last_used_at: string | null },
): void => {
  const now = clock.now();
  const before = timestamp(now - resolution);
  if (last_used_at !== null && last_used_at > before) return;
  const write = database.transaction((tx) =>
    tx.run((db) =>
      db
        .updateTable(table)
        .set({ last_used_at: timestamp(now) })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)])),
    ),
  );
  write.catch((error: unknown) => log.warn({ error }, 'the use of a credential was not written down'));
};
