// Plans of buckets with a prior state, and a policy that objects to public buckets.

export const source = `package buckets

deny contains message if {
  some each in input.plan.resource_changes
  startswith(each.change.after.acl, "public")
  message := sprintf("%s is public", [each.address])
}
`;

/** Returns the change of a public bucket. */
export const bucket = (name: string, actions: readonly string[], before: object | null, acl = 'public-read') => ({
  address: `aws_s3_bucket.${name}`,
  mode: 'managed',
  type: 'aws_s3_bucket',
  name,
  change: { actions, before, after: { acl }, after_unknown: {}, before_sensitive: false, after_sensitive: false },
});

/** Returns a bucket that the plan does not change. */
export const kept = (name: string) => bucket(name, ['no-op'], { acl: 'public-read' });

/** Returns a bucket that was public before the plan and remains public with another access control list. */
export const changed = (name: string) => bucket(name, ['update'], { acl: 'public-read' }, 'public-read-write');

/** Returns a plan with its prior state. */
export const planOf = (...resource_changes: readonly object[]): string =>
  JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.9.0',
    resource_changes,
    planned_values: { root_module: {} },
    prior_state: { format_version: '1.0', values: { root_module: {} } },
  });

/** Returns the finding about a bucket. */
export const findingOf = (name: string): string => `aws_s3_bucket.${name} is public`;

/** Twelve buckets with an old finding each. */
export const twelve = Array.from({ length: 12 }, (_, index) => kept(`b${index + 10}`));
