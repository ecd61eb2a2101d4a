import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { blocksIn, inLoadOrder } from './files.ts';

const shown = (name: string, ...lines: readonly string[]) =>
  blocksIn(name, lines.join('\n')).map(({ type, labels, line }) => `${line} ${[type, ...labels].join('.')}`);

test('blocks are found by their headers', () => {
  deepEqual(
    shown(
      'main.tf',
      '\uFEFFterraform {',
      '  backend "s3" {}',
      '}',
      'resource "aws_s3_bucket" "a" { bucket = "x" }',
      '/* one */ data /* two',
      '*/ aws_region "current" { # }',
      '}',
      '  resource aws_iam_role r-1 {}\r',
      'locals {',
      '  resource = { data = {} }',
      '}',
    ),
    [
      '1 terraform',
      '4 resource.aws_s3_bucket.a',
      '5 data.aws_region.current',
      '8 resource.aws_iam_role.r-1',
      '9 locals',
    ],
  );
});

test('braces in comments, strings, templates and heredocs are not those of blocks', () => {
  const text = `# resource "a" "comment" {
// resource "a" "comment" {
/*
resource "a" "comment" {
*/
locals {
  a = "} $ { x = "}" }["x"] } \\" } $\${ %%{ \${"\${"}"}"}"
  b = <<-EOT
resource "a" "heredoc" {
    }}} " %{ if true } } %{ else ~} \${"}"} $\${ \${ <<X
}
X
} EOT
  EOT }
  EOT
}
resource "a" "real" {}`;
  deepEqual(shown('main.tf', text), ['6 locals', '17 resource.a.real']);
});

test('other braces at the top level are not those of blocks', () => {
  deepEqual(shown('main.tf', 'a = {', '  module = 1', '}', '"b" "c" {}', 'd[0] {}', 'e a b c {}', 'f {}'), ['7 f']);
});

test('invalid text is not an error', () => {
  for (const end of ['x = "', 'x = "%{', 'x = <<A\n%{', '/*', '{{{', '}}}', '"\\', 'x = <<A', 'b "'])
    deepEqual(shown('main.tf', '}', 'a {}', end), ['2 a'], end);
});

test('the attribute source of a block is found with its line', () => {
  const sources = blocksIn(
    'main.tf',
    `module "a" {
       source = "./a" # comment
       # source = "./comment"
       providers = { source = "./nested" }
       nested {
         source = "./nested"
       }
     }
     module "b" { source = "../b" }
     module "c" { source = "\${path.module}/c" }
     module "d" { source = "./d" == "" ? 1 : 2 }
     module "e" { source = "./\\u0065" }
     module "f" { sources = "./f" }
     source = "./top"
     terraform {
       source = local.source
     }`,
  ).map(({ source }) => source && [source.line, source.value]);
  deepEqual(sources, [
    [2, './a'],
    [9, '../b'],
    [10, undefined],
    [11, undefined],
    [12, undefined],
    undefined,
    [16, undefined],
  ]);
});

test('blocks in JSON are found by their names', () => {
  const text = `{
    "//": "\\" { comment",
    "resource": {"aws_s3_bucket": {
      "a": {"bucket": "}{"},
      "b": [{"module": {"no": {}}}]
    }},
    "data": [{"aws_region": [
      {"current": {}}
    ]}],
    "ephemeral": {
      "e": {"x" :
        {}}},
    "module": {
      "m": {
        "for_each": {"source": "./no"},
        "source": "./m",
        "version": "1"
      }
    },
    "locals": {"module": {"source": "./no"}}
  }`;
  deepEqual(shown('main.tf.json', text), [
    '4 resource.aws_s3_bucket.a',
    '5 resource.aws_s3_bucket.b',
    '8 data.aws_region.current',
    '11 ephemeral.e.x',
    '14 module.m',
  ]);
  deepEqual(blocksIn('main.tofu.json', text).at(-1)?.source, { line: 16, value: './m' });
});

test('invalid JSON is not an error', () => {
  for (const end of ['"', '}}}}{"resource":', '"\\', '"resource": {"a": {"b'])
    deepEqual(shown('main.tf.json', `{"resource": {"a": {"b": {}}},`, end), ['1 resource.a.b'], end);
});

test('override files are last, and a file for OpenTofu replaces the one for Terraform', () => {
  const names = [
    'a_override.tf',
    'b.tf',
    'b.tf.json',
    'b.tofu',
    'c.tf.json',
    'c.tofu.json',
    'override.tofu',
    'xoverride.tf',
  ];
  deepEqual(
    inLoadOrder(names.map((name) => ({ name }))).map(({ name }) => name),
    ['b.tf.json', 'b.tofu', 'c.tofu.json', 'xoverride.tf', 'a_override.tf', 'override.tofu'],
  );
});
