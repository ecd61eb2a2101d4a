import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { newSourceParser } from './hcl.ts';
import type { ModuleInterface } from './module-contents.ts';
import { interfaceOf } from './module-interface.ts';
import { RefusedArchive } from './refused-archive.ts';

const read = async (files: Readonly<Record<string, string>>): Promise<ModuleInterface> => {
  const sources = Object.entries(files).map(([name, text]) => ({ name, text }));
  const parse = newSourceParser();
  const parsed = await Promise.all(
    sources.map(async (source) => ({ name: source.name, content: await parse(source) })),
  );
  return interfaceOf(parsed);
};

const awkward = String.raw`
# variable "no" {}
/* variable "no" {} */
variable "text" {
  type        = string // as usual
  default     = "a \"b\" \\ $$${'{'}c} %%${'{'}d} \u00e9\n"
  description = <<-EOT
    Shown in
      several lines, "quoted", with $$${'{'}signs}.
  EOT
}
variable plain {}
variable "object" {
  type = object({
    name = optional(string, "x") # the name
    tags = map(list(any))
  })
  default = { name = "n", tags = { "a.b" = [1, 2.5, true, null] } }
  validation {
    condition     = length(var.object.name) > 0
    error_message = "Has a name."
  }
}
variable "optional" {
  default = null
}
variable "password" {
  type      = string
  default   = "secret"
  sensitive = true
}
output "all" {
  description = "It's all"
  value       = { for key, value in var.object.tags : key => value if key != "}" }
}
output "secret" {
  value     = "${'${'}var.password}-"
  sensitive = true
}
`;

test('inputs and outputs are read from typical files', async () => {
  const { inputs, outputs } = await read({ 'main.tf': awkward });

  const plain = { type: null, description: null, default: null, required: true, sensitive: false };
  deepEqual(inputs, [
    {
      ...plain,
      name: 'object',
      type: 'object({\n    name = optional(string, "x") # the name\n    tags = map(list(any))\n  })',
      default: '{"name":"n","tags":{"a.b":[1,2.5,true,null]}}',
      required: false,
    },
    { ...plain, name: 'optional', default: 'null', required: false },
    { ...plain, name: 'password', type: 'string', required: false, sensitive: true },
    { ...plain, name: 'plain' },
    {
      ...plain,
      name: 'text',
      type: 'string',
      default: JSON.stringify(`a "b" \\ $\{c} %{d} é\n`),
      description: `Shown in\n  several lines, "quoted", with $\{signs}.\n`,
      required: false,
    },
  ]);
  deepEqual(outputs, [
    { name: 'all', description: "It's all", sensitive: false },
    { name: 'secret', description: null, sensitive: true },
  ]);
});

test('providers, resources and the required version are read too', async () => {
  const { providers, resources, requiredVersion } = await read({
    'main.tf': `
      resource "aws_s3_bucket" "logs" {}
      data "aws_region" "current" {}
      module "inner" { source = "./inner" }
    `,
    'versions.tf': `
      terraform {
        required_version = ">= 1.5"
        required_providers {
          aws    = { source = "hashicorp/aws", version = "~> 5.0" }
          random = "~> 3.0"
        }
      }
    `,
  });

  deepEqual(providers, [
    { name: 'aws', source: 'hashicorp/aws', version: '~> 5.0' },
    { name: 'random', source: null, version: '~> 3.0' },
  ]);
  deepEqual(resources, ['aws_s3_bucket.logs', 'data.aws_region.current']);
  equal(requiredVersion, '>= 1.5');
});

test('the JSON form is read in the same way', async () => {
  const { inputs, outputs, resources } = await read({
    'main.tf.json': JSON.stringify({
      variable: { a: { type: 'string', default: 'x' }, b: [{ description: 'Second' }] },
      output: [{ c: { value: 1 } }],
      resource: { null_resource: { d: {} } },
    }),
  });

  deepEqual(
    inputs.map(({ name, type, default: preset, description }) => [name, type, preset, description]),
    [
      ['a', 'string', '"x"', null],
      ['b', null, null, 'Second'],
    ],
  );
  deepEqual(outputs, [{ name: 'c', description: null, sensitive: false }]);
  deepEqual(resources, ['null_resource.d']);
});

test('a .tofu file replaces the .tf file with the same name, as in OpenTofu', async () => {
  const { inputs } = await read({
    'main.tf': 'variable "of_terraform" {}',
    'main.tofu': 'variable "of_opentofu" {}',
    'main.tf.json': '{"variable": {"json": {}}}',
    'more.tf.json': '{"variable": {"of_terraform_json": {}}}',
    'more.tofu.json': '{"variable": {"of_opentofu_json": {}}}',
    'more_override.tofu': 'variable "of_opentofu" { default = 2 }',
  });

  deepEqual(
    inputs.map(({ name, default: preset }) => [name, preset]),
    [
      ['json', null],
      ['of_opentofu', '2'],
      ['of_opentofu_json', null],
    ],
  );
});

test('override files replace attributes, whatever the order of the files', async () => {
  const { inputs } = await read({
    'a_override.tf': 'variable "a" { default = 2 }',
    'main.tf': 'variable "a" {\n  default = 1\n  description = "Kept"\n}',
  });

  deepEqual(
    inputs.map(({ name, default: preset, description }) => [name, preset, description]),
    [['a', '2', 'Kept']],
  );
});

test('names with a special meaning in JavaScript are ordinary names', async () => {
  const { inputs } = await read({ 'main.tf': 'variable "__proto__" { default = 1 }\nvariable "constructor" {}\n' });

  deepEqual(
    inputs.map(({ name, required }) => [name, required]),
    [
      ['__proto__', false],
      ['constructor', true],
    ],
  );
});

test('misplaced declarations are ignored', async () => {
  const { inputs, outputs, providers } = await read({
    'main.tf': 'variable = 1\noutput = "x"\nterraform = []\n',
    'more.tf.json': '{"variable": [1, null, {"a": null}], "terraform": {"required_providers": 5}}',
  });

  deepEqual([inputs.map(({ name }) => name), outputs, providers], [['a'], [], []]);
});

for (const text of ['', '5', 'null', '"x"', '{', '{"a": }']) {
  test(`a JSON file of ${JSON.stringify(text)} is refused`, async () => {
    await rejects(read({ 'main.tf.json': text }), RefusedArchive);
  });
}

test('a refusal quotes names without control characters', async () => {
  await rejects(read({ 'main.tf.json': '\u001b[31m' }), (error: unknown) => !/\p{Cc}/u.test(String(error)));
});

test('too many declarations are refused', () => {
  const variable = Object.fromEntries(Array.from({ length: 10_001 }, (_, number) => [`v${number}`, {}]));

  throws(() => interfaceOf([{ name: 'main.tf', content: { variable } }]), RefusedArchive);
});
