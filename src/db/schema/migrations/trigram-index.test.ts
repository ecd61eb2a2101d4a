import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/database.ts';
import { sqlitePath } from '../../open.ts';

for (const index of ['user_words', 'policy_words']) {
  test(`Deletions do not rewrite the index ${index}, and later insertions remove the deleted entries`, async () => {
    await using fresh = await freshDatabase('sqlite');
    const database = new DatabaseSync(sqlitePath(fresh.dataDir));
    const size = () => Number(database.prepare(`select sum(length(block)) as size from ${index}_data`).get()?.size);
    const change = (statement: string, from: number, to: number) => {
      const prepared = database.prepare(statement);
      // Row identifiers inside the full-text index exceed the range of JavaScript numbers.
      prepared.setReadBigInts(true);
      database.exec('begin');
      for (let number = from; number < to; number += 1) prepared.run({ number });
      database.exec('commit');
    };
    const insert = `insert into ${index} (rowid, words) values (:number, 'many-' || :number || ' of them')`;
    change(insert, 1, 5_000);
    const whole = size();

    change(`delete from ${index} where rowid = :number`, 1, 5_000);
    const withGaps = size();
    for (let number = 5_000; number < 5_100; number += 1) change(insert, number, number + 1);
    const after = size();
    database.close();

    assert.ok(withGaps >= whole, `${whole} and ${withGaps} bytes`);
    assert.ok(after < whole / 2, `${whole} and ${after} bytes`);
  });
}
