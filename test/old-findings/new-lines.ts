import { because, type Line } from './line.ts';

/** Findings of resources that the plan creates, deletes, replaces, imports or forgets, or that have no single address. */
const resources: readonly Line[] = [
  {
    name: 'An import is new',
    plan: 'import',
    policy: 'public',
    findings: { 'lab_bucket.b is public': because('imported', false), 'lab_bucket.kept is public': 'old' },
  },
  {
    name: 'A destroyed resource is new',
    plan: 'destroy',
    policy: 'public_before',
    findings: { 'lab_bucket.kept is public': because('deleted', true) },
  },
  {
    name: 'The deletion of an unprotected resource is new if both reasons have the same text',
    plan: 'delete',
    policy: 'unprotected',
    findings: { 'lab_bucket.b can get lost': because('deleted', true), 'lab_bucket.kept can get lost': 'old' },
  },
  ...['replacement', 'replace-option', 'create-before-destroy'].map((plan) => ({
    name: `A replaced resource is new (${plan})`,
    plan,
    policy: 'public',
    findings: { 'lab_bucket.b is public': because('replaced', true), 'lab_bucket.kept is public': 'old' } as const,
  })),
  {
    name: 'A forgotten resource is new',
    plan: 'forget',
    policy: 'public_before',
    findings: { 'lab_bucket.b is public': because('forgotten', true), 'lab_bucket.kept is public': 'old' },
  },
  {
    name: 'A resource renamed without a moved block is new',
    plan: 'rename',
    policy: 'public',
    findings: { 'lab_bucket.renamed is public': because('not-moved', false), 'lab_bucket.kept is public': 'old' },
  },
  {
    name: 'Instances whose keys change without moved blocks are new',
    plan: 'for-each',
    policy: 'public',
    findings: {
      'lab_bucket.b["x"] is public': because('not-moved', false),
      'lab_bucket.b["y"] is public': because('not-moved', false),
    },
  },
  {
    name: 'A resource with a deposed object is new',
    plan: 'deposed',
    policy: 'public',
    findings: { 'lab_bucket.b is public': because('deposed', true), 'lab_bucket.kept is public': 'old' },
  },
  {
    name: 'A data source is new',
    plan: 'data-deferred',
    policy: 'read_late',
    findings: { 'data.lab_names.listed is read late': because('not-managed', false) },
  },
  {
    name: 'A finding without an address is new',
    plan: 'nothing',
    policy: 'somewhere',
    findings: { 'there is something public': because('no-address', true) },
  },
  {
    name: 'A finding with two addresses is new',
    plan: 'nothing',
    policy: 'together',
    findings: { 'lab_bucket.kept and lab_guard.g': because('several-addresses', true) },
  },
  {
    name: 'All findings are new without a state',
    plan: 'first',
    policy: 'public',
    findings: { 'lab_bucket.b is public': because('no-prior-state', false) },
  },
];

/** Findings of policies that read more than the resources. */
const reads: readonly Line[] = [
  ...(['provider_version', 'provider_version_whole', 'provider_version_raw'] as const).map((policy) => ({
    name: `A policy that objects to the absence of a configuration has no old findings (${policy})`,
    plan: 'configuration',
    policy,
    ...(policy === 'provider_version_raw' ? { options: { form: 'raw' } } : {}),
    findings: { 'lab_bucket.kept has a provider of any release': because('reads', true, 'configuration') },
  })),
  {
    name: 'A policy that reads whether a run destroys has no old findings',
    plan: 'destroy',
    policy: 'destroy_run',
    run: { is_destroy: true },
    findings: { 'lab_bucket.kept is part of the end': because('reads', false, 'is_destroy') },
  },
  {
    name: 'A policy that walks the input has no old findings',
    plan: 'nothing',
    policy: 'walked_whole',
    findings: { 'lab_bucket.kept is public': because('reads', true, '') },
  },
  {
    name: 'A policy that reads outputs has no old findings',
    plan: 'outputs',
    policy: 'no_owner',
    findings: { 'lab_bucket.b belongs to nobody': because('reads', true, 'outputs') },
  },
  {
    name: 'A policy that reads dependencies has no old findings',
    plan: 'depends',
    policy: 'no_dependency',
    findings: { 'lab_bucket.b waits for nothing': because('reads', true, 'depends_on') },
  },
  ...['provider_version_text', 'provider_version_iterated'].map((policy) => ({
    name: `A policy that encodes or iterates the plan has no old findings (${policy})`,
    plan: 'configuration',
    policy,
    findings: { 'lab_bucket.kept has a provider of any release': because('reads', true, '') },
  })),
];

/** Findings of resources that the plan changes, or that were changed by hand. */
const changes: readonly Line[] = [
  {
    name: 'The same text for another reason is new',
    plan: 'another-reason',
    policy: 'unsafe',
    findings: {
      'lab_bucket.b is unsafe': because('changed', true, 'acl', 'force_destroy'),
      'lab_bucket.kept is unsafe': 'old',
    },
  },
  ...['any_attribute', 'marshaled'].map((policy) => ({
    name: `The same text for another reason is new if the policy names no attribute (${policy})`,
    plan: 'another-reason',
    policy,
    findings: {
      'lab_bucket.b is unsafe': because('depends-on-change', true),
      'lab_bucket.kept is unsafe': 'old',
    } as const,
  })),
  ...['public', 'public_planned'].map((policy) => ({
    name: `A worse value with the same text is new (${policy})`,
    plan: 'worse',
    policy,
    findings: {
      'lab_bucket.b is public': because('changed', true, 'acl'),
      'lab_bucket.kept is public': 'old',
    } as const,
  })),
  {
    name: 'A worse value is new if a data document names the attribute',
    plan: 'worse',
    policy: 'by_data',
    data: { checked: { attributes: ['acl'] } },
    findings: { 'lab_bucket.b is public': because('changed', true, 'acl'), 'lab_bucket.kept is public': 'old' },
  },
  {
    name: 'A worse value is new if a parameter names the attribute',
    plan: 'worse',
    policy: 'by_parameter',
    options: { parameters: { attribute: { value: 'acl' } } },
    findings: { 'lab_bucket.b is public': because('changed', true, 'acl'), 'lab_bucket.kept is public': 'old' },
  },
  {
    name: 'A changed block is new if the policy has its path as a text',
    plan: 'block',
    policy: 'open_rules',
    findings: { 'lab_bucket.b is open': because('changed', true, 'rule') },
  },
  {
    name: 'A value that is known only after apply is new',
    plan: 'unknown',
    policy: 'not_private',
    findings: {
      'lab_bucket.b is not restricted': because('changed', true, 'acl'),
      'lab_bucket.kept is not restricted': 'old',
    },
  },
  ...['drift', 'drift-and-update'].map((plan) => ({
    name: `A value that was changed by hand and is ignored is new (${plan})`,
    plan,
    policy: 'public',
    findings:
      plan === 'drift'
        ? ({
            'lab_bucket.b is public': because('changed', false, 'acl'),
            'lab_bucket.kept is public': 'old',
          } as const)
        : { 'lab_bucket.g is public': because('changed', false, 'acl') },
  })),
  {
    name: 'A moved resource with a worse value is new',
    plan: 'moved-and-update',
    policy: 'public',
    findings: { 'lab_bucket.renamed is public': because('changed', true, 'acl') },
  },
  {
    name: 'A moved resource with a value that was changed by hand is new',
    plan: 'moved-and-drift',
    policy: 'public',
    findings: { 'lab_bucket.renamed is public': because('changed', false, 'acl') },
  },
  {
    name: 'A value that was changed by hand is new if the policy names no attribute',
    plan: 'drift',
    policy: 'no_attribute',
    findings: { 'lab_bucket.b is unsafe': because('not-before', false), 'lab_bucket.kept is unsafe': 'old' },
  },
  {
    name: 'A policy that names changed tags has new findings',
    plan: 'tags',
    policy: 'tagged',
    findings: { 'lab_bucket.b is public': because('changed', true, 'tags') },
  },
  {
    name: 'A policy that walks a resource reads all its attributes',
    plan: 'tags',
    policy: 'walked',
    findings: { 'lab_bucket.b is public': because('changed', true, 'etag', 'tags') },
  },
  {
    name: 'A value that the plan makes sensitive is new for a policy about sensitive values',
    plan: 'sensitive',
    policy: 'sensitive_acl',
    findings: { 'lab_bucket.b is hidden': because('changed', false, 'acl') },
  },
];

/** Findings of unchanged resources that have another cause. */
const causes: readonly Line[] = [
  {
    name: 'A finding is new if the plan exchanges the resource that causes it',
    plan: 'swap',
    policy: 'guard_open',
    findings: { 'lab_bucket.b is open': because('depends-on-change', true) },
  },
  {
    name: 'A finding is new if an update of another resource causes it',
    plan: 'update-of-another',
    policy: 'guard_open',
    findings: { 'lab_bucket.b is open': because('not-before', false) },
  },
  {
    name: 'A resource moved out of a module that the policy spares is new',
    plan: 'moved-out-of-spared-module',
    policy: 'spared',
    findings: {
      'module.core.lab_bucket.b is public': because('not-before', false),
      'lab_bucket.kept is public': 'old',
    },
  },
  ...['spared_planned', 'spared_state'].map((policy) => ({
    name: `A resource moved out of a module that the policy spares is new (${policy})`,
    plan: 'moved-out-of-spared-module',
    policy,
    findings: { 'module.core.lab_bucket.b is public': because('not-before', false) },
  })),
  {
    name: 'A resource that had another type before is new',
    plan: 'moved-between-types',
    policy: 'public_buckets',
    findings: { 'lab_bucket.b is public': because('not-before', false) },
  },
  {
    name: 'A move is new for a policy about moves',
    plan: 'moved',
    policy: 'has_moved',
    findings: { 'lab_bucket.renamed has moved': because('not-before', false) },
  },
  {
    name: 'A finding is new if an imported resource in the state causes it',
    plan: 'import-cause',
    policy: 'guard_open_in_state',
    findings: { 'lab_bucket.b is open': because('not-before', false) },
  },
  {
    name: 'A finding is new if a data source in the state causes it',
    plan: 'data',
    policy: 'listed',
    findings: { 'lab_bucket.kept is listed': because('reads', false, 'data') },
  },
  ...['data', 'data-deferred'].map((plan) => ({
    name: `A finding is new if a name is missing in the result of a data source (${plan})`,
    plan,
    policy: 'not_listed',
    findings: { 'lab_bucket.b is missing': because('reads', true, 'data') },
  })),
  ...['guard_open_in_state', 'guard_open', 'guard_missing_in_state', 'guard_missing'].map((policy) => ({
    name: `A finding is new if another resource that was changed by hand causes it (${policy})`,
    plan: 'drift-of-another',
    policy,
    findings: { 'lab_bucket.b is open': because('not-before', false) },
  })),
  ...['guard_missing_in_state', 'guard_missing'].map((policy) => ({
    name: `A finding is new if another resource that was deleted by hand causes it (${policy})`,
    plan: 'drift-deleted',
    policy,
    findings: { 'lab_bucket.b is open': because('not-before', false) },
  })),
  {
    name: 'All findings are new if the policy fails for a plan that changes nothing',
    plan: 'update-of-another',
    policy: 'error_before',
    findings: { 'lab_bucket.b is public': because('not-evaluated', false) },
  },
  {
    name: 'All findings are new if the policy fails without the changes of the plan',
    plan: 'update-of-another',
    policy: 'error_without_changes',
    findings: { 'lab_bucket.b is public': because('not-evaluated', true) },
  },
  {
    name: 'Only findings that count new resources are new',
    plan: 'counting',
    policy: 'counting',
    findings: {
      'lab_bucket.b is one of too many': 'old',
      'lab_bucket.c is one of too many': because('created', false),
      'lab_bucket.kept is one of too many': 'old',
    },
  },
  {
    name: 'All findings are new if their text has a number that the plan changes',
    plan: 'counting',
    policy: 'counting_number',
    findings: {
      'lab_bucket.b is one of 3': because('not-before', false),
      'lab_bucket.c is one of 3': because('created', false),
      'lab_bucket.kept is one of 3': because('not-before', false),
    },
  },
];

/** Plans with new findings. */
export const newLines: readonly Line[] = [...resources, ...reads, ...changes, ...causes];
