// `npm run test:conformance -- clients`: runs unmodified clients against a server and updates the table in
// docs/clients.md.
import { readFile, writeFile } from 'node:fs/promises';
import { openWorld } from '../support/world.ts';
import type { Outcome, StockClient, Target } from './clients.ts';
import { goClient } from './go.ts';
import { goClientV2 } from './go-v2.ts';
import { pythonClient } from './python.ts';
import { terraformProvider } from './terraform.ts';

const stockClients: readonly StockClient[] = [goClient, goClientV2, terraformProvider, pythonClient];

const documentFile = new URL('../../docs/clients.md', import.meta.url);

const isRight = ({ error }: Outcome): boolean => error === undefined;

/** Returns the table rows for a client, one for each area of its results. */
const rowsOf = (client: string, date: string, outcomes: readonly Outcome[]): string =>
  [...Map.groupBy(outcomes, ({ area }) => area)]
    .map(([area, there]) => {
      const failed = there.filter((each) => !isRight(each)).map(({ name, error = '' }) => `${name} (${error})`);
      const cells = [
        client,
        area,
        `${there.filter(isRight).length} of ${there.length}`,
        failed.join('; ') || '-',
        date,
      ];
      return `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
    })
    .join('\n');

/** Replaces a client's rows in the document. The rows of clients that were not tested keep their date. */
const withRows = (document: string, client: string, rows: string): string => {
  const lines = document.split('\n').filter((line) => !line.startsWith(`| ${client} `));
  const end = lines.indexOf('<!-- /table -->');
  return [...lines.slice(0, end), rows, ...lines.slice(end)].join('\n');
};

const acceptUserTokens: Target['acceptUserTokens'] = (organization, areAccepted) =>
  world.context.database.transaction((tx) =>
    tx.run((db) =>
      db
        .updateTable('organizations')
        .set({ allows_user_tokens: areAccepted ? 1 : 0 })
        .where('name', '=', organization),
    ),
  );

const date = new Date().toISOString().slice(0, 10);
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

await using world = await openWorld('sqlite', { environment: { TIPSTAFF_VOCABULARY: 'terraform' } });
let document = await readFile(documentFile, 'utf8');
for (const { name, measure } of stockClients) {
  const { token } = await world.person({ isAdmin: true });
  const measured = await measure({ url: world.url, token, acceptUserTokens });
  if ('skipped' in measured) {
    say(`${name}: skipped, because ${measured.skipped}`);
    continue;
  }
  const { outcomes, version } = measured;
  for (const outcome of outcomes.filter((each) => !isRight(each)))
    say(`${name}: ${outcome.area}, ${outcome.name}: ${outcome.error}`);
  say(`${name}: ${outcomes.filter(isRight).length} of ${outcomes.length}`);
  document = withRows(document, name, rowsOf(`${name} ${version}`, date, outcomes));
}
await writeFile(documentFile, document);
