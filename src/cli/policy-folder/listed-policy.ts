// Parses the policy list in a folder.
import { basename } from 'node:path';
import { isMandatory, levelsOf, listedLevelsOf } from '../../kernel/enforcement-levels.ts';
import { withFullStop } from '../../lib/text/text.ts';
import { newSourceParser } from '../../protocols/archives/hcl.ts';
import { scalrListName } from '../../protocols/archives/policy-file-names.ts';
import { hclPolicyKeys } from '../../protocols/archives/policy-keys.ts';
import { type ListedPolicy, type PolicyListing, policiesIn } from '../../protocols/archives/policy-list.ts';
import { policiesInYaml, type YamlPolicy } from '../../protocols/archives/policy-yaml.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import { NotChecked } from '../terminal/command.ts';
import type { ListFile } from './folder-files.ts';

/** A policy in the policy list. */
export interface PolicyEntry extends Omit<YamlPolicy, 'place' | 'path'> {
  /**
   * Path of the policy's code file relative to the folder. Null if all code files in the folder belong to the policy.
   */
  readonly file: string | null;
}

const levels = { opa: listedLevelsOf('opa'), native: listedLevelsOf('native') };

const maxPolicies = 5_000;

/**
 * Returns the policies in a list. Messages contain the list's file name. Throws `NotChecked` if the list is invalid.
 */
export function entriesIn(file: ListFile): Promise<readonly PolicyEntry[]> {
  if (isScalrList(file)) return entriesOfScalr(file);
  return file.name.endsWith('.hcl') ? entriesInHcl(file) : entriesInYaml(file);
}

/** Whether the list is in Scalr's format. In this format, each policy consists of a single code file. */
export const isScalrList = ({ name }: ListFile): boolean => basename(name) === scalrListName;

/** Parses a policy list in YAML. Throws `NotChecked` with the first error of each policy, and its file and line. */
const entriesInYaml = (file: ListFile): Promise<readonly PolicyEntry[]> =>
  checked(() => policiesInYaml(file, { levels, maxPolicies }));

/** Parses `policies.hcl`, a list format of other systems. In this format, all code files belong to each policy. */
const entriesInHcl = (file: ListFile): Promise<readonly PolicyEntry[]> =>
  checked(async () => {
    const listing = {
      fileName: 'policies.hcl',
      extension: '.rego',
      isCodeNamed: false,
      keys: hclPolicyKeys,
      otherBlocks: [],
      levels: levels.opa,
      maxPolicies,
    };
    return (await inHcl(file, listing)).map((policy) => ({ ...policy, kind: 'opa' }));
  });

/**
 * Parses a policy list in Scalr's format. Its policies are in the package `terraform` and read the plan from
 * `input.tfplan`.
 */
const entriesOfScalr = (file: ListFile): Promise<readonly PolicyEntry[]> =>
  checked(async () => {
    const listing = {
      fileName: scalrListName,
      extension: '.rego',
      isCodeNamed: true,
      keys: ['enabled', 'enforcement_level'],
      otherBlocks: ['version'],
      levels: levelsOf('native'),
      maxPolicies,
    };
    return (await inHcl(file, listing)).map(({ enforcementLevel, ...policy }) => ({
      ...policy,
      kind: 'opa',
      query: 'data.terraform.deny',
      input: 'tfplan',
      enforcementLevel: isMandatory(enforcementLevel) ? 'mandatory' : 'advisory',
    }));
  });

async function inHcl(file: ListFile, listing: PolicyListing): Promise<readonly ListedPolicy[]> {
  const content = await newSourceParser('Tipstaff')(file);
  return policiesIn({ ...file, content }, listing);
}

async function checked(
  read: () => readonly YamlPolicy[] | Promise<readonly YamlPolicy[]>,
): Promise<readonly PolicyEntry[]> {
  try {
    return (await read()).map(({ place: _, path: file, ...entry }) => ({ ...entry, file }));
  } catch (error) {
    if (error instanceof RefusedArchive) throw new NotChecked(...error.faults.map(withFullStop));
    throw error;
  }
}
