// `policies.hcl`: the list of policies in the form of other systems, where all files together are the code.
import { newSourceParser } from '../../protocols/archives/hcl.ts';
import { policiesIn } from '../../protocols/archives/policy-list.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import { NotChecked } from '../command.ts';
import { levelsOfKind, type PolicyEntry } from './listed-policy.ts';

const maxPolicies = 5_000;

/** Reads a list; throws `NotChecked` with file and line for the first fault. */
export async function policiesInHcl(file: string, text: string): Promise<readonly PolicyEntry[]> {
  const listing = {
    fileName: 'policies.hcl',
    extension: '.rego',
    isCodeNamed: false,
    keys: ['query', 'enforcement_level', 'description', 'shadow'],
    otherBlocks: [],
    levels: levelsOfKind.opa,
    maxPolicies,
  };
  try {
    const content = await newSourceParser('Reeve')({ name: file, text });
    return policiesIn({ name: file, text, content }, listing).map(({ path: _, place: __, ...policy }) => ({
      ...policy,
      kind: 'opa',
      file: null,
    }));
  } catch (error) {
    if (error instanceof RefusedArchive) throw new NotChecked(error.message);
    throw error;
  }
}
