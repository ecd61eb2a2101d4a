// Writes published private modules directly into the database.
import { auditedTransaction } from '../../src/domains/audit/audit.ts';
import { newId } from '../../src/kernel/ids.ts';
import { randomText } from '../../src/lib/text/random-text.ts';
import { precedenceKey } from '../../src/protocols/module-versions/semver.ts';
import { type Home, system, type World } from './world.ts';

/** Time of the records. It is in the past, so that all later changes have a greater time. */
const at = '2024-01-01T00:00:00.000Z';

/** Module in the database whose versions can be installed. */
export interface SeededModule {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  /** Address in registry notation, such as `acme/vpc/aws`. */
  readonly address: string;
  /** API path up to and including the provider. */
  readonly path: string;
  /** Version ids by version number. */
  readonly versions: ReadonlyMap<string, string>;
}

export interface ModuleSeed {
  readonly name?: string;
  readonly provider?: string;
  readonly versions?: readonly string[];
  /** Declarations that the service found in the versions' archives. */
  readonly contents?: object;
  /** Whether the archives of the versions are not yet uploaded. */
  readonly isPending?: boolean;
}

/** Writes a module that belongs to an organization. By default it has the provider `aws` and the version 1.0.0. */
export const seedModule = (
  { context }: World,
  { organization, name: home }: Pick<Home, 'organization' | 'name'>,
  seed: ModuleSeed = {},
): Promise<SeededModule> =>
  auditedTransaction(context, system, async (tx) => {
    const { name = `module-${randomText(6)}`, provider = 'aws', versions = ['1.0.0'], contents, isPending } = seed;
    const times = { created_at: at, updated_at: at };
    const id = newId('mod');
    const rows = versions.map((version) => ({
      id: newId('modver'),
      module_id: id,
      version,
      precedence: precedenceKey(version),
      status: isPending === true ? ('pending' as const) : ('ok' as const),
      archive_id: null,
      sha256: null,
      size: null,
      contents: contents === undefined ? null : JSON.stringify(contents),
      ...times,
    }));
    await tx.run((db) =>
      db.insertInto('modules').values({ id, organization_id: organization.id, name, provider, ...times }),
    );
    if (rows.length > 0) await tx.run((db) => db.insertInto('module_versions').values(rows));
    const address = `${home}/${name}/${provider}`;
    const result = {
      id,
      name,
      provider,
      address,
      path: `/organizations/${home}/registry-modules/private/${address}`,
      versions: new Map(rows.map((row) => [row.version, row.id])),
    };
    return { result, audit: [] };
  });

/** Returns the request body that deprecates a version. */
export const deprecating = (statement: object = {}) => ({
  data: { type: 'module-versions', attributes: { deprecation: { 'deprecated-status': 'Deprecated', ...statement } } },
});

/** Request body that revokes a deprecation. */
export const reinstating = {
  data: { type: 'module-versions', attributes: { deprecation: { 'deprecated-status': 'Undeprecated' } } },
};
