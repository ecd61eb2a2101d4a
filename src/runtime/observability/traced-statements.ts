// Adds database statements and transactions to the current trace.
import type { Database } from '../../db/database.ts';
import type { Engine } from '../../db/engine.ts';
import { withStatementLog } from '../../db/statement-log.ts';
import { currentSpan, errorType, inSpan } from '../../kernel/trace.ts';

const systems: Readonly<Record<Engine, string>> = { sqlite: 'sqlite', postgres: 'postgresql' };

/** Wraps a database so that traces contain its statements, without their values. */
export function withTracedStatements(database: Database): Database {
  const system = systems[database.engine];
  const reported = withStatementLog(database, ({ sql, milliseconds, rows, ...ended }) => {
    const span = currentSpan();
    if (span?.isSampled !== true) return;
    const text = sql();
    span.add({
      name: summaryOf(text),
      kind: 'client',
      startedAt: performance.now() - milliseconds,
      attributes: {
        'db.system.name': system,
        'db.query.text': text,
        ...(rows !== undefined && { 'tipstaff.db.rows': rows }),
      },
      ...('error' in ended && { failure: errorType(ended.error) }),
    });
  });
  return {
    ...reported,
    transaction: async (work) => {
      const span = currentSpan()?.begin('transaction', { attributes: { 'db.system.name': system } });
      if (span === undefined) return reported.transaction(work);
      try {
        // Sets the span of this transaction's own request, because a transaction that had to wait in a queue is started
        // by another request.
        return await reported.transaction((tx) => inSpan(span, () => work(tx)));
      } finally {
        // An error in `work` only causes a rollback, which is not a failure of the database. So the span is not marked
        // as failed.
        span.end();
      }
    },
  };
}

/** Returns a statement's operation and table, such as `select users`. Subqueries in parentheses are ignored. */
function summaryOf(sql: string): string {
  const [, operation = 'statement'] = /^\s*([a-z]+)/i.exec(sql) ?? [];
  let depth = 0;
  for (const { 0: word, index } of sql.matchAll(/[()]|\b(?:from|into|update)\b/gi)) {
    if (word === '(') depth += 1;
    else if (word === ')') depth -= 1;
    else if (depth === 0) return `${operation} ${tableAfter(sql.slice(index + word.length))}`;
  }
  return operation;
}

/** Returns the first table name in SQL text, even if it is inside a subquery. */
const tableAfter = (sql: string): string => /^[\s(]*(?:select\s+)?"?(\w+)/i.exec(sql)?.[1] ?? '';
