import { deepEqual } from 'node:assert/strict';
import { mkdir, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { makePipe } from '../../../test/support/pipe.ts';
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { maxFileSize } from '../terminal/plain-file.ts';
import { locatorFor } from './locator.ts';

/** Creates a repository with files. Its function `locate` returns lines in the form `file:line kind`. */
async function repositoryWith(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  const path = await realpath(folder.path);
  for (const [name, text] of Object.entries({ '.git': '', ...files })) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  const locate = async (root: string, addresses: readonly string[], readPlan = async (): Promise<unknown> => ({})) => {
    const lines = await Promise.all(addresses.map(locatorFor(join(path, root), readPlan)));
    return lines.map((line) => line && `${relative(path, line.file)}:${line.line} ${line.kind}`);
  };
  return { path, locate, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test('a resource is found at its block', async () => {
  await using repository = await repositoryWith({
    'live/a.tf': 'resource "t" "a" {}\ndata "t" "a" {}\nephemeral "t" "a" {}',
    'live/b.tf.json': '{"resource": {\n"t": {"b": {}}}}',
    'live/sub/c.tf': 'resource "t" "c" {}',
  });

  const found = ['t.a', 't.a["x.y"]', 'data.t.a[0]', 'ephemeral.t.a', 't.b["\\"].t.c"]'];
  const absent = ['t.c', 'data.t.b', 't', 'module', ''];

  deepEqual(await repository.locate('live', found), [
    'live/a.tf:1 block',
    'live/a.tf:1 block',
    'live/a.tf:2 block',
    'live/a.tf:3 block',
    'live/b.tf.json:2 block',
  ]);
  deepEqual(
    await repository.locate('live', absent),
    absent.map(() => undefined),
  );
  deepEqual(await repository.locate('nowhere', ['t.a']), [undefined]);
});

test('a resource of a module is found in the folder of the module, otherwise at the call', async () => {
  await using repository = await repositoryWith({
    'live/main.tf': `module "network" { source = "../modules/network" }
module "vpc" { source = "terraform-aws-modules/vpc/aws" }
module "computed" { source = var.source }
module "gone" { source = "./gone" }`,
    'modules/network/main.tf': '\nmodule "subnet" { source = "./subnet" }\nmodule "dns" { source = var.dns }',
    'modules/network/subnet/main.tf': '\n\nresource "t" "a" {}',
  });
  const calls = {
    computed: { source: '../modules/network', module: { module_calls: { dns: { source: './subnet' } } } },
  };

  const addresses = [
    'module.network["a.b"].module.subnet[0].t.a',
    'module.network.module.dns.t.a',
    'module.network.module.none.t.a',
    'module.network.t.none',
    'module.vpc.t.a',
    'module.computed.module.dns.t.a',
    'module.gone.t.a',
    'module.none.t.a',
    'module.vpc',
  ];

  const lines = [
    'modules/network/subnet/main.tf:3 block',
    'modules/network/main.tf:3 call',
    'live/main.tf:1 call',
    'live/main.tf:1 call',
    'live/main.tf:2 call',
    'live/main.tf:3 call',
    'live/main.tf:4 call',
    undefined,
    'live/main.tf:2 call',
  ];
  let reads = 0;
  const readPlan = async () => {
    reads += 1;
    return { configuration: { root_module: { module_calls: calls } } };
  };
  deepEqual(await repository.locate('live', addresses), lines);
  deepEqual(
    await repository.locate('live', addresses, readPlan),
    lines.with(5, 'modules/network/subnet/main.tf:3 block'),
  );
  deepEqual(reads, 1);
  await repository.locate('live', ['module.network.module.subnet.t.a', 'module.vpc.t.a'], readPlan);
  deepEqual(reads, 1);
});

test('a block is found in its original file, not in an override', async () => {
  await using repository = await repositoryWith({
    'a_override.tf': 'resource "t" "a" {}\nresource "t" "b" {}\nmodule "m" { source = "./new" }',
    'main.tf': '\nresource "t" "a" {}\nmodule "m" { source = "./old" }',
    'new/main.tf': 'resource "t" "a" {}',
    'old/main.tf': '\nresource "t" "a" {}',
  });

  deepEqual(await repository.locate('.', ['t.a', 't.b', 'module.m.t.a', 'module.m.t.b']), [
    'main.tf:2 block',
    'a_override.tf:2 block',
    'new/main.tf:1 block',
    'main.tf:3 call',
  ]);
});

test('files outside of the repository and generated files are not read', async () => {
  await using outside = await repositoryWith({ 'module/main.tf': 'resource "t" "a" {}' });
  await using repository = await repositoryWith({
    'live/.terraform/modules/m/main.tf': 'resource "t" "a" {}',
    'live/.terragrunt-cache/main.tf': 'resource "t" "a" {}',
    'shared/main.tf': 'resource "t" "a" {}',
  });
  const live = join(repository.path, 'live');
  await writeFile(
    join(live, 'main.tf'),
    `module "outside" { source = "${relative(live, outside.path)}/module" }
module "link" { source = "./link" }
module "inside" { source = "./inside" }
module "init" { source = "./.terraform/modules/m" }`,
  );
  await symlink(join(outside.path, 'module'), join(live, 'link'));
  await symlink(join(outside.path, 'module', 'main.tf'), join(live, 'linked.tf'));
  await symlink(join('..', 'shared'), join(live, 'inside'));

  const addresses = ['module.outside.t.a', 'module.link.t.a', 'module.inside.t.a', 'module.init.t.a', 't.a'];
  deepEqual(await repository.locate('live', addresses), [
    'live/main.tf:1 call',
    'live/main.tf:2 call',
    'shared/main.tf:1 block',
    'live/main.tf:4 call',
    undefined,
  ]);
  deepEqual(await repository.locate('live/.terragrunt-cache', ['t.a']), [undefined]);
});

test('without a repository, only the folder itself or the current folder around it is read', async () => {
  await using folder = await repositoryWith({
    'live/main.tf': 'module "a" { source = "./a" }\nmodule "b" { source = "../b" }',
    'live/a/main.tf': 'resource "t" "a" {}',
    'b/main.tf': 'resource "t" "a" {}',
  });
  await rm(join(folder.path, '.git'));

  deepEqual(await folder.locate('live', ['module.a.t.a', 'module.b.t.a']), [
    'live/a/main.tf:1 block',
    'live/main.tf:2 call',
  ]);
  const before = process.cwd();
  process.chdir(folder.path);
  try {
    deepEqual(await folder.locate('live', ['module.b.t.a']), ['b/main.tf:1 block']);
  } finally {
    process.chdir(before);
  }
});

test('files that cannot be read are ignored', async () => {
  await using repository = await repositoryWith({ 'large.tf': 'resource "t" "a" {}', 'z.tf': 'resource "t" "a" {}' });
  await truncate(join(repository.path, 'large.tf'), maxFileSize + 1);
  await makePipe(join(repository.path, 'pipe.tf'));
  await mkdir(join(repository.path, 'folder.tf'));
  await symlink('loop.tf', join(repository.path, 'loop.tf'));

  deepEqual(await repository.locate('.', ['t.a']), ['z.tf:1 block']);
});

test('a module that Terragrunt copies is found at its source', async () => {
  await using repository = await repositoryWith({
    'live/a/terragrunt.hcl': 'terraform {\n  source = "../../modules//a"\n}',
    'live/a/main.tf': 'resource "t" "own" {}',
    'modules/a/main.tf': '\nresource "t" "a" {}\nmodule "b" { source = "../b" }',
    'modules/b/main.tf': 'resource "t" "b" {}',
    'live/remote/terragrunt.hcl': '\nterraform {\n  source = local.base\n}',
    'live/none/terragrunt.hcl': 'include "root" {}',
  });

  deepEqual(await repository.locate('live/a', ['t.own', 't.a', 'module.b.t.b', 't.none']), [
    'live/a/main.tf:1 block',
    'modules/a/main.tf:2 block',
    'modules/b/main.tf:1 block',
    'live/a/terragrunt.hcl:2 call',
  ]);
  deepEqual(await repository.locate('live/remote', ['t.a', 'module.b.t.b']), [
    'live/remote/terragrunt.hcl:3 call',
    'live/remote/terragrunt.hcl:3 call',
  ]);
  deepEqual(await repository.locate('live/none', ['t.a']), [undefined]);
});
