// Writes a module directly into storage. It has a version that can be installed, a version whose archive is not yet
// uploaded, a link for each of them, and a deprecated version that the organization downloads. Also writes a reference
// to a module in the public registry.
import type { Context } from '../../src/context.ts';
import type { Transaction } from '../../src/db/database.ts';
import { linkWith } from '../../src/domains/modules/registry/links.ts';
import { timestamp } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { randomText } from '../../src/lib/text/random-text.ts';
import { precedenceKey } from '../../src/protocols/module-versions/semver.ts';

const at = '2026-01-01T00:00:00.000Z';
const year = 365 * 24 * 3_600_000;
const times = { created_at: at, updated_at: at };
const archive = Buffer.from('an archive');

const insertArchive = async (tx: Transaction): Promise<string> => {
  const id = randomText(24);
  await tx.run((db) => db.insertInto('module_archives').values({ id, created_at: at }));
  await tx.run((db) => db.insertInto('module_chunks').values({ archive_id: id, position: 0, bytes: archive }));
  return id;
};

const insertUsedDeprecation = async (
  tx: Transaction,
  { clock }: Context,
  { organization_id, module_id }: Readonly<Record<'organization_id' | 'module_id', string>>,
): Promise<void> => {
  const [version_id, version] = [newId('modver'), '0.9.0'];
  const empty = { status: 'ok' as const, archive_id: null, sha256: null, size: null, contents: null };
  const row = { id: version_id, module_id, version, precedence: precedenceKey(version), ...empty, ...times };
  const last_downloaded_at = timestamp(clock.now());
  const statement = { id: newId('moddep'), organization_id, version_id, reason: 'It opens port 22.', link: null };
  const download = { version_id, consumer: `organization:${organization_id}`, count: 3, last_downloaded_at };
  await tx.run((db) => db.insertInto('module_versions').values(row));
  await tx.run((db) => db.insertInto('module_deprecations').values({ ...statement, last_downloaded_at, ...times }));
  await tx.run((db) => db.insertInto('module_downloads').values(download));
};

/**
 * Writes a module with its versions. Returns the path parameters that identify the module, and the tokens in its upload
 * and download links.
 */
export const insertModule = async (tx: Transaction, context: Context, organization_id: string) => {
  const [id, offered, waiting] = [newId('mod'), newId('modver'), newId('modver')];
  const [name, provider] = ['network', 'aws'];
  const version = (text: string) => ({ module_id: id, version: text, precedence: precedenceKey(text), ...times });
  const kept = { archive_id: await insertArchive(tx), sha256: '00'.repeat(32), size: archive.length, contents: '{}' };
  const empty = { archive_id: null, sha256: null, size: null, contents: null };
  await tx.run((db) => db.insertInto('modules').values({ id, organization_id, name, provider, ...times }));
  await tx.run((db) =>
    db.insertInto('module_versions').values([
      { id: offered, ...version('1.0.0'), status: 'ok', ...kept },
      { id: waiting, ...version('2.0.0'), status: 'pending', ...empty },
    ]),
  );
  await insertUsedDeprecation(tx, context, { organization_id, module_id: id });
  const endsAt = Date.parse(at) + 200 * year;
  const details = [organization_id, 'token'];
  const referred = newId('mod');
  const reference = { id: referred, organization_id, name, provider, public_namespace: 'terraform-modules', ...times };
  await tx.run((db) => db.insertInto('modules').values(reference));
  const upload = linkWith(context, { purpose: 'upload', id: waiting, details, endsAt });
  const download = linkWith(context, { purpose: 'download', id: offered, details: [], endsAt });
  const capability = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
  return {
    module_id: id,
    referred_module_id: referred,
    public_namespace: reference.public_namespace,
    module_name: name,
    module_provider: provider,
    module_version: '1.0.0',
    links: { upload: capability(upload), download: capability(download) },
  };
};
