// Small policy libraries in the style of common public libraries. Each is written for a different format of the policy
// input.
import { archiveOf } from './archive.ts';
import { entry, listOf } from './policy-folders.ts';

export interface Library {
  /** Policy files and the files that they import, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Format of the input that the policies expect. */
  readonly form: 'plan' | 'raw' | 'tfplan' | 'terraform';
  /** Names of the packages. The rule `deny` of each package is a policy. */
  readonly policies: readonly string[];
  /** Whether the code uses the Rego syntax before version 1. */
  readonly isOld?: boolean;
  /** Whether the library is a bundle packed by `opa build`, which contains no policy list. */
  readonly isBundle?: boolean;
}

export const libraryPlan = JSON.stringify({
  format_version: '1.2',
  resource_changes: [
    {
      address: 'aws_s3_bucket.logs',
      type: 'aws_s3_bucket',
      change: { actions: ['create'], after: { acl: 'public-read' } },
    },
    {
      address: 'aws_instance.web',
      type: 'aws_instance',
      change: { actions: ['create'], after: { tags: { Owner: 'x' } } },
    },
  ],
});

const publicBuckets = (name: string, where: string): string => `package ${name}

deny contains msg if {
  some change in ${where}.resource_changes
  change.change.after.acl == "public-read"
  msg := sprintf("%s is public", [change.address])
}
`;

const helpers = `package helpers

created(changes, type) := [change | some change in changes; change.type == type; "create" in change.change.actions]
`;

/** Names of a hundred policies, of which every tenth reports a violation. */
const many = Array.from({ length: 100 }, (_, index) => `p${index}`);
const sharing = (name: string, index: number): string => `package ${name}

import data.helpers

deny contains change.address if {
  some change in helpers.created(input.plan.resource_changes, "${index % 10 === 0 ? 'aws_instance' : `none_${index}`}")
}
`;

const annotated = `# METADATA
# title: Buckets are private
# description: Nobody outside reads a bucket.
# related_resources:
# - https://example.com/buckets
# custom:
#   severity: HIGH
#   remediation: Set acl to private.
package annotated

deny contains change.address if {
  some change in input.plan.resource_changes
  change.change.after.acl == "public-read"
}
`;

const old = `package old

deny[msg] {
  change := input.plan.resource_changes[_]
  change.change.after.acl == "public-read"
  msg := sprintf("%v is public", [change.address])
}
`;

const withData = (name: string): string => `package ${name}

deny contains msg if {
  some change in input.plan.resource_changes
  change.change.after.acl in data.config.acls.refused
  msg := sprintf("%s is public", [change.address])
}
`;

const library = (
  form: Library['form'],
  code: Readonly<Record<string, string>>,
  policies: readonly string[],
): Library => {
  const list = listOf(...policies.map((name) => entry(name)));
  return { form, policies, files: { ...code, 'policies.yaml': form === 'plan' ? list : `input: ${form}\n${list}` } };
};

export const libraries: Readonly<Record<string, Library>> = {
  'a list': library('plan', { 'buckets.rego': publicBuckets('buckets', 'input.plan') }, ['buckets']),
  'a list and data': library(
    'plan',
    { 'acls.rego': withData('acls'), 'config/acls/data.json': '{"refused": ["public-read"]}' },
    ['acls'],
  ),
  'a bundle': {
    ...library(
      'plan',
      {
        '.manifest': '{"revision": "1", "roots": ["bundled", "config"], "rego_version": 1}',
        'bundled.rego': withData('bundled'),
        'data.json': '{"config": {"acls": {"refused": ["public-read"]}}}',
      },
      ['bundled'],
    ),
    isBundle: true,
  },
  'the whole input': library('raw', { 'main.rego': publicBuckets('main', 'input') }, ['main']),
  'input.tfplan': library('tfplan', { 'scalr.rego': publicBuckets('scalr', 'input.tfplan') }, ['scalr']),
  'input.terraform': library('terraform', { 'spacelift.rego': publicBuckets('spacelift', 'input.terraform') }, [
    'spacelift',
  ]),
  'the old syntax': { ...library('plan', { 'old.rego': old }, ['old']), isOld: true },
  metadata: library('plan', { 'annotated.rego': annotated }, ['annotated']),
  'a hundred policies with shared helpers': library(
    'plan',
    {
      'lib/helpers.rego': helpers,
      ...Object.fromEntries(many.map((name, index) => [`${name}.rego`, sharing(name, index)])),
    },
    many,
  ),
};

/** Returns a library's policy input in the format that OPA expects. */
export function nativeInput({ form }: Library): string {
  return form === 'raw' ? libraryPlan : `{"${form}": ${libraryPlan}}`;
}

/**
 * Returns a library's files for OPA. They include a manifest if the library uses the old syntax, because OPA recognizes
 * this syntax only by a manifest.
 */
export const nativeFiles = ({ files, isOld = false }: Library): Library['files'] => ({
  ...(isOld && { '.manifest': '{"rego_version": 0}' }),
  ...files,
});

/** Returns the bundle that `opa build` creates from a library. */
export function bundleOf({ files }: Library): Buffer {
  const { 'policies.yaml': _list, ...built } = files;
  return archiveOf(Object.fromEntries(Object.entries(built).map(([path, text]) => [`/${path}`, text])));
}
