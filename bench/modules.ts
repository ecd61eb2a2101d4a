// Creates private modules in the database, and builds the requests with which consumers check lists of modules.
import { precedenceKey } from '../src/protocols/module-versions/semver.ts';
import type { Exchange } from './exchange.ts';

const moduleCount = 2_000;
const versions = ['1.0.0', '1.1.0', '2.0.0'];
const at = "'2026-01-02T03:04:05.678Z'";

/** Number of modules in a short list and in a long list. */
export const [few, many] = [200, moduleCount];

const numbered = (count: number): string =>
  `with recursive n (i) as (select cast(1 as bigint) union all select i + 1 from n where i < ${count})`;

const number = 'substr(cast(10000000 + i as text), 2)';

const modulesSql = (organization: string): string => `
  insert into modules (id, organization_id, name, provider, created_at, updated_at)
  ${numbered(moduleCount)}
  select 'mod-' || ${number}, '${organization}', 'module-' || ${number}, 'aws', ${at}, ${at} from n`;

const versionsSql = (version: string): string => `
  insert into module_versions (id, module_id, version, precedence, status, created_at, updated_at)
  ${numbered(moduleCount)}
  select 'modver-${version}-' || ${number}, 'mod-' || ${number}, '${version}', '${precedenceKey(version)}', 'ok',
    ${at}, ${at} from n`;

/** Deprecates the first version of every second module. */
const deprecationsSql = (organization: string): string => `
  insert into module_deprecations (id, organization_id, version_id, reason, link, created_at, updated_at)
  ${numbered(moduleCount / 2)}
  select 'moddep-' || ${number}, '${organization}', 'modver-1.0.0-' || substr(cast(10000000 + 2 * i as text), 2),
    'It opens a port that should be closed.', 'https://example.com/advisories/7', ${at}, ${at} from n`;

/** Returns the SQL statements that create an organization's modules. */
export const moduleStatements = (organization: string): readonly string[] => [
  modulesSql(organization),
  ...versions.map(versionsSql),
  deprecationsSql(organization),
];

const sourceAt = (host: string, organization: string, index: number): string =>
  `${host}/${organization}/module-${String(index).padStart(7, '0')}/aws`;

/** Returns the request that checks the first version of each of `count` modules. */
export const checkOf = (host: string, organization: string, count: number): Exchange => {
  const modules = Array.from({ length: count }, (_, index) => ({
    source: sourceAt(host, organization, index + 1),
    version: '1.0.0',
  }));
  const body = JSON.stringify({ data: { type: 'module-checks', attributes: { modules } } });
  return {
    method: 'POST',
    path: `/api/v2/organizations/${organization}/registry-modules/actions/check`,
    body: () => body,
  };
};
