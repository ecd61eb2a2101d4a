// Required structure of policy set archives.
import { invalid } from '../../../jsonapi/errors.ts';
import { listedLevelsOf } from '../../../kernel/enforcement-levels.ts';
import { maxPolicies } from '../../../kernel/linked.ts';
import type { PolicyArchiveForm } from '../../../protocols/archives/policy-archive.ts';
import { hclPolicyKeys } from '../../../protocols/archives/policy-keys.ts';
import type { Kind } from '../kind.ts';

/** File formats of the two policy frameworks. The names of the files are the same in every vocabulary. */
const formats: Readonly<Record<Kind, Omit<PolicyArchiveForm, 'folder' | 'levels' | 'maxPolicies' | 'yamlLevels'>>> = {
  native: {
    fileName: 'sentinel.hcl',
    extension: '.sentinel',
    isCodeNamed: true,
    keys: ['source', 'enforcement_level', 'description', 'params'],
    otherBlocks: ['module', 'param', 'global', 'import', 'mock', 'test', 'sentinel'],
  },
  opa: {
    fileName: 'policies.hcl',
    extension: '.rego',
    isCodeNamed: false,
    keys: hclPolicyKeys,
    otherBlocks: [],
  },
};

/**
 * Returns the required structure of a policy set's archives, which depends on the set's kind and on its attribute
 * `policies-path`.
 */
export function archiveForm({ kind, folder }: { readonly kind: Kind; readonly folder: string }): PolicyArchiveForm {
  const yaml = kind === 'opa' && { yamlLevels: { opa: listedLevelsOf('opa'), native: listedLevelsOf('native') } };
  return { ...formats[kind], ...yaml, folder: partsOf(folder), levels: listedLevelsOf(kind), maxPolicies };
}

const partsOf = (folder: string): readonly string[] => {
  const parts = folder.split('/').filter((part) => part !== '' && part !== '.');
  if (!parts.includes('..')) return parts;
  throw invalid({
    code: 'faulty-archive',
    detail: `The policies-path ${folder} of the policy set points outside of the archive`,
  });
};
