// Sample policy and plans of the first steps. The section “A first session” in docs/api.md uses the same policy and
// plans.
export const sampleSet = 'first-steps';

export const samplePolicy = { name: 'no-public-buckets', query: 'data.buckets.deny' } as const;

export const sampleCode = `package buckets

deny contains message if {
	some change in input.plan.resource_changes
	change.type == "aws_s3_bucket_acl"
	change.change.after.acl in {"public-read", "public-read-write"}
	message := sprintf("%s is public", [change.address])
}
`;

/** Returns a plan in the format of `terraform show -json` that creates a bucket with the given access. */
export const planWith = (acl: 'public-read' | 'private'): string =>
  JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.14.3',
    resource_changes: [
      {
        address: 'aws_s3_bucket_acl.site',
        mode: 'managed',
        type: 'aws_s3_bucket_acl',
        name: 'site',
        provider_name: 'registry.terraform.io/hashicorp/aws',
        change: {
          actions: ['create'],
          before: null,
          after: { acl },
          after_unknown: { bucket: true, id: true },
          before_sensitive: false,
          after_sensitive: {},
        },
      },
    ],
    output_changes: {},
    configuration: { root_module: {} },
  });
