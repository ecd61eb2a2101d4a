import type { Context } from '../../context.ts';
import { type AuditRecord, readRecord } from './record.ts';
import { type AuditRow, recordsAfter } from './trail-store.ts';

const batchSize = 500;
const [beforeAll, afterAll] = ['', '9999-12-31T23:59:59.999Z'];

/**
 * Range of records to read. `since` is exclusive and `until` is inclusive. An absent member does not restrict the
 * records.
 */
export interface ExportRange {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Identifier of the organization. */
  readonly organization?: string | undefined;
}

/** Reads records in batches, oldest first. */
export async function* auditRecords({ database }: Context, range: ExportRange): AsyncGenerator<AuditRecord> {
  const { since = beforeAll, until = afterAll, organization } = range;
  const source = recordsAfter(organization !== undefined);
  let last: Pick<AuditRow, 'at' | 'id'> | undefined = { at: since, id: Number.MAX_SAFE_INTEGER };
  while (last !== undefined) {
    const { at, id }: Pick<AuditRow, 'at' | 'id'> = last;
    const rows: readonly AuditRow[] = await database.rows(source, {
      at,
      id,
      until,
      organization: organization ?? '',
      limit: batchSize,
    });
    yield* rows.map(readRecord);
    last = rows.length < batchSize ? undefined : rows.at(-1);
  }
}
