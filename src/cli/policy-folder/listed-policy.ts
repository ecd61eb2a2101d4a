// The policies that the list in a folder names.
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

/** A policy as the list names it. */
export interface PolicyEntry extends Omit<YamlPolicy, 'place' | 'path'> {
  /** The file with its code, from the folder on; null where all files together are the code. */
  readonly file: string | null;
}

const levels = { opa: listedLevelsOf('opa'), native: listedLevelsOf('native') };

const maxPolicies = 5_000;

/** The policies of a list, whose name is the one for messages; throws `NotChecked` where it is not read. */
export function entriesIn(file: ListFile): Promise<readonly PolicyEntry[]> {
  if (isScalrList(file)) return entriesOfScalr(file);
  return file.name.endsWith('.hcl') ? entriesInHcl(file) : entriesInYaml(file);
}

/** True for a list in the form of Scalr, where each policy has its own file as its only code. */
export const isScalrList = ({ name }: ListFile): boolean => basename(name) === scalrListName;

/** Reads a list in YAML; throws `NotChecked` with file and line for the first fault of each policy. */
const entriesInYaml = (file: ListFile): Promise<readonly PolicyEntry[]> =>
  checked(() => policiesInYaml(file, { levels, maxPolicies }));

/** Reads `policies.hcl`, the form of other systems, where all files together are the code. */
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

/** Reads the list of Scalr: policies in the package `terraform`, which find the plan at `input.tfplan`. */
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
