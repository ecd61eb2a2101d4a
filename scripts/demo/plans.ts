// Plans in the format of `terraform show -json`. They contain faults that the demo's policies report.
import type { Workspace } from './policies.ts';

export type Fault = 'public' | 'unencrypted' | 'ssh' | 'ownerless' | 'large' | 'region';

const change = (type: string, name: string, after: object): object => ({
  address: `${type}.${name}`,
  mode: 'managed',
  type,
  name,
  provider_name: 'registry.terraform.io/hashicorp/aws',
  change: {
    actions: ['create'],
    before: null,
    after,
    after_unknown: { id: true },
    before_sensitive: false,
    after_sensitive: {},
  },
});

/** Returns the plan of a workspace. Each given fault adds a resource that violates a policy. */
export function planOf({ name, tags }: Workspace, faults: readonly Fault[]): string {
  const has = (fault: Fault): boolean => faults.includes(fault);
  const stem = name.replace(/-.*/, '');
  const owned = has('ownerless') ? { Stage: tags.stage } : { Stage: tags.stage, Owner: tags.team };
  const range = has('ssh') ? '0.0.0.0/0' : '10.20.0.0/24';
  return JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.14.3',
    variables: { region: { value: has('region') ? 'us-east-1' : 'eu-central-1' } },
    resource_changes: [
      change('aws_s3_bucket', stem, { bucket: name, tags: owned }),
      change('aws_s3_bucket_acl', stem, { acl: has('public') ? 'public-read' : 'private' }),
      change('aws_ebs_volume', `${stem}_data`, { size: 100, encrypted: !has('unencrypted'), tags: owned }),
      change('aws_security_group', stem, {
        name,
        tags: owned,
        ingress: [{ from_port: 22, to_port: 22, protocol: 'tcp', cidr_blocks: [range] }],
      }),
      change('aws_instance', stem, { instance_type: has('large') ? 'm5.4xlarge' : 't3.small', tags: owned }),
    ],
    output_changes: {},
    configuration: { root_module: {} },
  });
}
