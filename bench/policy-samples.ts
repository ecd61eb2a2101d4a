// Twenty typical policies, and plans of any size. Both are the same in every run.
import type { PolicySource } from '../src/effects/policy-engine/policy-code.ts';

const each = 'some rc in input.plan.resource_changes';

/** Bodies of policy rules that examine each resource change. Each body consists of a condition and a message. */
const perChange: Readonly<Record<string, string>> = {
  acl: 'rc.change.after.acl in {"public-read", "public-read-write"}\n  msg := sprintf("%s is public", [rc.address])',
  tags: 'missing := {"Owner", "Environment"} - {k | some k, _ in rc.change.after.tags}\n  count(missing) > 0\n  msg := sprintf("%s lacks tags %v", [rc.address, missing])',
  ssh: 'some ing in rc.change.after.ingress\n  ing.from_port <= 22\n  ing.to_port >= 22\n  some cidr in ing.cidr_blocks\n  net.cidr_contains("0.0.0.0/0", cidr)\n  cidr == "0.0.0.0/0"\n  msg := sprintf("%s opens ssh to %s", [rc.address, cidr])',
  encryption:
    'rc.type == "aws_db_instance"\n  not rc.change.after.storage_encrypted\n  msg := sprintf("%s is not encrypted", [rc.address])',
  exposure:
    'rc.type == "aws_db_instance"\n  rc.change.after.publicly_accessible\n  msg := sprintf("%s is public", [rc.address])',
  types:
    'rc.type == "aws_instance"\n  not rc.change.after.instance_type in {"t3.micro", "m5.large"}\n  msg := sprintf("%s is not allowed", [rc.address])',
  iam: 'rc.type == "aws_iam_policy"\n  some st in json.unmarshal(rc.change.after.policy).Statement\n  st.Effect == "Allow"\n  st.Action == "*"\n  msg := sprintf("%s allows everything", [rc.address])',
  naming: 'not regex.match(`^[a-z][a-z0-9_]{1,40}$`, rc.name)\n  msg := sprintf("%s has a bad name", [rc.address])',
  regions:
    'not startswith(rc.change.after.region, "eu-")\n  msg := sprintf("%s is in %s", [rc.address, rc.change.after.region])',
  destroyed:
    '"delete" in rc.change.actions\n  rc.type in {"aws_db_instance", "aws_s3_bucket"}\n  msg := sprintf("%s would be destroyed", [rc.address])',
  volumes: 'rc.change.after.encrypted == false\n  msg := sprintf("%s is not encrypted", [rc.address])',
  keys: 'rc.change.after.enable_key_rotation != true\n  msg := sprintf("%s does not rotate", [rc.address])',
  runtimes: 'rc.change.after.runtime in {"nodejs14.x", "python3.7"}\n  msg := sprintf("%s is old", [rc.address])',
  balancers:
    'rc.type == "aws_lb"\n  not rc.change.after.internal\n  msg := {"message": rc.address, "severity": "low", "address": rc.address}',
  providers:
    'not split(rc.provider_name, "/")[1] in {"hashicorp", "integrations"}\n  msg := sprintf("%s: provider", [rc.address])',
  backups:
    'rc.change.after.backup_retention_period < 7\n  msg := sprintf("%s keeps %d days", [rc.address, rc.change.after.backup_retention_period])',
};

/** Policy rules that examine the plan as a whole. */
const whole: Readonly<Record<string, string>> = {
  blast:
    'weights := {"aws_db_instance": {"delete": 10, "create": 1}, "aws_instance": {"delete": 5, "create": 1}}\n\nscore := sum([w | some rc in input.plan.resource_changes; some act in rc.change.actions; w := weights[rc.type][act]])\n\ndeny contains sprintf("%d is over 30", [score]) if score > 30\n',
  applies: 'deny contains "applies automatically" if input.run.workspace.auto_apply != false\n',
  shares:
    'types := {rc.type | some rc in input.plan.resource_changes}\n\nby_type[t] := n if {\n  some t in types\n  n := count([1 | some rc in input.plan.resource_changes; rc.type == t; "delete" in rc.change.actions])\n}\n\ndeny contains sprintf("%d of %s destroyed", [n, t]) if {\n  some t, n in by_type\n  n > 50\n}\n',
};

const source = (name: string, rules: string): PolicySource => ({
  query: `data.${name}.deny`,
  code: { modules: { [`${name}.rego`]: `package ${name}\n\n${rules}` } },
});

/** Policy that visits every value in the plan. */
export const walk: PolicySource = source(
  'anywhere',
  'deny contains sprintf("public at %v", [path]) if {\n  walk(input.plan, [path, value])\n  path[count(path) - 1] == "acl"\n  value == "public-read"\n}\n',
);

/** The nineteen sample policies other than `walk`. */
export const otherPolicies: readonly PolicySource[] = [
  ...Object.entries(perChange).map(([name, body]) => source(name, `deny contains msg if {\n  ${each}\n  ${body}\n}\n`)),
  ...Object.entries(whole).map(([name, rules]) => source(name, rules)),
];

const types = [
  ['aws_s3_bucket', (i: number) => ({ bucket: `b${i}` })],
  ['aws_s3_bucket_acl', (i: number) => ({ acl: i % 40 === 1 ? 'public-read' : 'private' })],
  ['aws_instance', (i: number) => ({ instance_type: i % 3 === 0 ? 'x1.32xlarge' : 't3.micro', ami: `ami-${i}` })],
  [
    'aws_security_group',
    (i: number) => ({
      ingress: [22, 443].map((port) => ({
        from_port: port,
        to_port: port,
        protocol: 'tcp',
        cidr_blocks: [i % 3 === 0 ? '0.0.0.0/0' : '10.0.0.0/8'],
      })),
    }),
  ],
  [
    'aws_db_instance',
    (i: number) => ({
      storage_encrypted: i % 3 !== 0,
      backup_retention_period: i % 10,
      publicly_accessible: i % 7 === 0,
    }),
  ],
  [
    'aws_iam_policy',
    (i: number) => ({
      policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Action: i % 3 === 0 ? '*' : ['s3:Get*'] }] }),
    }),
  ],
  ['aws_ebs_volume', (i: number) => ({ encrypted: i % 4 !== 0, size: i % 500 })],
  ['aws_lb', (i: number) => ({ internal: i % 3 === 0 })],
  ['aws_kms_key', (i: number) => ({ enable_key_rotation: i % 4 === 0 })],
  ['aws_lambda_function', (i: number) => ({ runtime: i % 3 === 0 ? 'nodejs14.x' : 'python3.12', timeout: 3 })],
] as const;

const regions = ['eu-central-1', 'eu-west-1', 'us-east-1'] as const;
const actions = [['create'], ['update'], ['no-op'], ['delete'], ['delete', 'create']] as const;

const change = (i: number, settings: number) => {
  const [type, attributes] = types[i % types.length] ?? types[0];
  const after = {
    id: `${type}-${i}`,
    region: regions[i % regions.length],
    tags: i % 13 === 0 ? {} : { Owner: `team-${i % 17}`, Environment: 'prod' },
    ...attributes(i),
    ...(settings > 0 && {
      settings: Array.from({ length: settings }, (_none, k) => ({ name: `setting-${k}`, value: `value-${i}-${k}` })),
    }),
  };
  return {
    address: `module.m${i % 25}.${type}.r${i}`,
    mode: 'managed',
    type,
    name: `r${i}`,
    provider_name: 'registry.terraform.io/hashicorp/aws',
    change: { actions: actions[i % actions.length], before: { id: after.id }, after, after_unknown: { arn: true } },
  };
};

/** Returns a plan with `changes` resource changes, each of which has `settings` settings. */
export const planOf = (changes: number, settings = 0): Buffer =>
  Buffer.from(
    JSON.stringify({
      format_version: '1.2',
      terraform_version: '1.9.8',
      resource_changes: Array.from({ length: changes }, (_none, i) => change(i, settings)),
    }),
  );
