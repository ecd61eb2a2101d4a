import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostOfService, registrySource } from './registry-source.ts';

const vpc = { organization: 'acme', module: 'vpc', provider: 'aws' };

test("A registry's source is read with its host as addresses compare it", () => {
  const sources = {
    'reeve.example.com/acme/vpc/aws': 'reeve.example.com',
    'Reeve.Example.com:443/acme/vpc/aws': 'reeve.example.com',
    'reeve.example.com:8443/acme/vpc/aws//modules/subnet': 'reeve.example.com:8443',
    'localhost:8080/acme/vpc/aws': 'localhost:8080',
    'localhost/acme/vpc/aws': 'localhost',
    ' bücher.example/acme/vpc/aws ': 'xn--bcher-kva.example',
    '[::1]:8080/acme/vpc/aws': '[::1]:8080',
  };

  for (const [source, host] of Object.entries(sources)) assert.deepEqual(registrySource(source), { host, ...vpc });
});

test('A source that names no registry is not read', () => {
  const sources = [
    '',
    './modules/vpc',
    '../acme/vpc/aws',
    './a/b/c',
    'acme/vpc/aws',
    'terraform-aws-modules/vpc/aws',
    'git::https://reeve.example.com/acme/vpc/aws',
    'https://reeve.example.com/acme/vpc/aws',
    'https://reeve.example.com/acme/vpc/aws.zip',
    'git@reeve.example.com:acme/vpc/aws.git',
    'reeve.example.com/acme/vpc',
    'reeve.example.com/acme/vpc/aws/extra',
    'reeve.example.com/acme/v\u0000c/aws',
    'reeve.example.com/acme//aws/aws',
    'reeve.example.com?x/acme/vpc/aws',
    'user@reeve.example.com/acme/vpc/aws',
    'github.com/acme/terraform-vpc',
    's3::https://s3.amazonaws.com/acme/vpc/aws.zip',
  ];

  assert.deepEqual(
    sources.filter((source) => registrySource(source) !== undefined),
    [],
  );
});

test('A service is named by the host and the port of its address', () => {
  const addresses = ['https://reeve.example.com', 'https://reeve.example.com:443/', 'http://localhost:8080/sub'];

  assert.deepEqual(addresses.map(hostOfService), ['reeve.example.com', 'reeve.example.com', 'localhost:8080']);
});
