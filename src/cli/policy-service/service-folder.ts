// Downloads policies from a service as the files of a folder that `check --dir` can read.

import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { orAbsent } from '../../../client/failure.ts';
import { strictestOf, type UnknownValueSetting } from '../../kernel/unknown-values.ts';
import { policyArchiveLimits } from '../../protocols/archives/archive-limits.ts';
import { isDataFile, listNames as regoListNames } from '../../protocols/archives/policy-file-names.ts';
import { readPolicyFiles } from '../../protocols/archives/policy-files.ts';
import { modulesFor } from '../../protocols/archives/policy-modules.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import type { ServiceClient } from '../client/service.ts';
import type { FolderPolicy } from '../policy-folder/policy-folder.ts';
import { yamlOf } from '../policy-folder/yaml-list.ts';
import { NotChecked } from '../terminal/command.ts';
import { freePath } from '../terminal/free-path.ts';
import type { OrganizationService } from './organization-service.ts';
import { membersOf, type Policy, type PolicySet, policiesOf, policiesOfVersion } from './policies.ts';

/** File contents by path in a folder. Path segments are separated by slashes. */
export type Files = Readonly<Record<string, string>>;

/** The policies in a set, or an organization's policies that do not belong to policy set versions. */
export interface ServiceFolder {
  /** Files in the folder: policy list, code, libraries, tests and data. */
  readonly files: Files;
  readonly policies: readonly FolderPolicy[];
  /** The set's input form. It is the default for policies that do not specify one. */
  readonly input: string | null;
  /** Whether this command generated the policy list because the policies were added to the set individually. */
  readonly isListMade: boolean;
  /** Notices, as sentences, about omitted policies and about an input form that is missing in the policy list. */
  readonly notices: readonly string[];
}

/** File names of policy lists. */
export const listNames: readonly string[] = [...regoListNames, 'sentinel.hcl'];

export async function folderOfSet(service: OrganizationService, set: PolicySet): Promise<ServiceFolder> {
  const version = set.relationships['current-version'].data;
  return version === null
    ? folderOfPolicies(service, await membersOf(service, set), set.attributes)
    : folderOfVersion(service, { set, version: version.id });
}

/**
 * Returns a notice if the policy set's setting `unknown-values` is stricter than that of the uploaded policy list,
 * which the downloaded folder contains. Older services do not return the set's setting.
 */
const settingNotices = (
  { attributes: { name, 'unknown-values': setting } }: PolicySet,
  listed: readonly { readonly 'unknown-values'?: UnknownValueSetting | null }[],
) =>
  listed.every(({ 'unknown-values': own }) => strictestOf(own, setting) === strictestOf(own))
    ? []
    : [
        `The policy set ${name} has the setting unknown-values ${setting}: write "unknown-values: ${setting}" at the top of the list, or add --unknown-values ${setting} to "tipstaff check".`,
      ];

export const folderOfOrganization = async (service: OrganizationService): Promise<ServiceFolder> =>
  folderOfPolicies(service, await policiesOf(service));

/** A policy set. Its `policies-path` names the folder in its archives that contains the policies. */
export interface VersionedSet {
  readonly id: string;
  readonly attributes: Pick<PolicySet['attributes'], 'name' | 'policies-path'>;
}

/** Returns the segments of the set's `policies-path`. */
export const partsOfPath = ({ attributes }: VersionedSet): readonly string[] =>
  (attributes['policies-path'] ?? '').split('/').filter((part) => part !== '' && part !== '.');

async function folderOfVersion(
  service: OrganizationService,
  { set, version }: { readonly set: PolicySet; readonly version: string },
): Promise<ServiceFolder> {
  const [listed, files] = await Promise.all([
    policiesOfVersion(service, version),
    filesOfVersion(service, set, version),
  ]);
  const { input = null } = set.attributes;
  const named = new Set(listed.flatMap(({ path }) => path ?? []));
  const policies = listed.map(({ name, description, query, path, introduction, ...policy }) => ({
    name,
    kind: set.attributes.kind,
    description,
    enforcementLevel: policy['enforcement-level'],
    introduction,
    query,
    input: policy.input ?? input,
    ...(policy['unknown-values'] && { unknownValues: policy['unknown-values'] }),
    file: path,
    modules: modulesFor(path, named, codeIn(files)),
  }));
  return {
    files,
    policies,
    input,
    isListMade: false,
    notices: [...formNotices(set, listed), ...settingNotices(set, listed)],
  };
}

/**
 * Returns a notice with the set's input form if policies in the uploaded policy list have none. The notice says how to
 * add the form to the list.
 */
function formNotices(
  { attributes: { name, input = null } }: PolicySet,
  listed: readonly { readonly input?: string | null }[],
) {
  const isMissing = input !== null && listed.some((policy) => (policy.input ?? null) === null);
  if (!isMissing) return [];
  return [
    `The policies of ${name} get the plan in the form ${input}: write "input: ${input}" at the top of the list, or add --input ${input} to "tipstaff check".`,
  ];
}

const codeIn = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !listNames.includes(path) && !isDataFile(path)));

/** Downloads a version's archive and returns the policy list, code and data in it. */
export async function filesOfVersion({ client }: ServiceClient, set: VersionedSet, version: string): Promise<Files> {
  const archive = await client.download('/api/v2/policy-set-versions/{policy_set_version_id}/download', {
    params: { policy_set_version_id: version },
  });
  const bytes = await archive.bytes();
  const useOf = (path: string) => {
    if (listNames.includes(path)) return 'list';
    if (['.rego', '.sentinel'].some((extension) => path.endsWith(extension))) return 'code';
    return isDataFile(path) ? 'data' : undefined;
  };
  const form = { folder: partsOfPath(set), useOf, reads: ['list', 'code', 'data'], followsLinks: true } as const;
  try {
    const packed = Readable.from([bytes], { objectMode: false });
    return (await readPolicyFiles(packed, policyArchiveLimits, form)).texts;
  } catch (error) {
    if (!(error instanceof RefusedArchive)) throw error;
    throw new NotChecked(`The archive of ${set.attributes.name} cannot be read: ${error.message}`);
  }
}

/** Maximum number of concurrent requests for policy code. */
const atOnce = 4;

async function folderOfPolicies(
  service: OrganizationService,
  policies: readonly Policy[],
  set: SetDefaults = {},
): Promise<ServiceFolder> {
  const listed: FolderPolicy[] = [];
  const notices: string[] = [];
  const taken = new Set<string>();
  const sorted = policies
    .toSorted((one, other) => (one.attributes.name < other.attributes.name ? -1 : 1))
    .map((policy) => ({ policy, file: fileOf(policy, taken) }));
  for (let start = 0; start < sorted.length; start += atOnce) {
    const some = await Promise.all(sorted.slice(start, start + atOnce).map((each) => withCode(service, each)));
    for (const each of some) {
      if ('notice' in each) notices.push(each.notice);
      else listed.push(withDefaults(each, set));
    }
  }
  const sources = Object.fromEntries(listed.flatMap(({ modules }) => Object.entries(modules)));
  const files = listed.length === 0 ? sources : { 'policies.yaml': yamlOf(listed, set['unknown-values']), ...sources };
  return { files, policies: listed, input: set.input ?? null, isListMade: true, notices };
}

/** Attributes of a policy set that are the defaults for its policies. Older services do not return them. */
type SetDefaults = Partial<Pick<PolicySet['attributes'], 'input' | 'unknown-values'>>;

/** Adds the set's defaults to a policy, because the downloaded folder contains the policy but not the set. */
const withDefaults = (
  policy: FolderPolicy,
  { input = null, 'unknown-values': unknownValues }: SetDefaults,
): FolderPolicy =>
  policy.kind === 'opa' ? { ...policy, input: policy.input ?? input, ...(unknownValues && { unknownValues }) } : policy;

/** Downloads a policy's code. Returns a notice if the policy cannot be written to a folder. */
async function withCode(
  { client }: ServiceClient,
  { policy, file }: { readonly policy: Policy; readonly file: string },
): Promise<FolderPolicy | { readonly notice: string }> {
  const { name, description, query = null, input = null, introduction, ...attributes } = policy.attributes;
  const { kind } = attributes;
  if (kind === 'opa' && query === null) return { notice: `The policy ${name} has no query, and is left out.` };
  const download = await orAbsent(
    client.download('/api/v2/policies/{policy_id}/download', { params: { policy_id: policy.id } }),
  );
  if (download === undefined) return { notice: `The policy ${name} has no code, and is left out.` };
  const code = await download.bytes();
  if (!isUtf8(code)) return { notice: `The code of the policy ${name} is not UTF-8, and is left out.` };
  return {
    name,
    kind,
    description,
    enforcementLevel: attributes['enforcement-level'],
    introduction,
    query,
    input,
    file,
    modules: { [file]: Buffer.from(code).toString('utf8') },
  };
}

/**
 * Returns an unused file name for a policy. A name that ends in `_test` gets a suffix, because the file would otherwise
 * be treated as a test.
 */
const fileOf = ({ attributes: { name, kind } }: Policy, taken: Set<string>): string =>
  kind === 'native'
    ? freePath(name, '.sentinel', taken)
    : freePath(name.endsWith('_test') ? `${name}-policy` : name, '.rego', taken);
