import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostOfService, registrySource } from './registry-source.ts';

const vpc = { organization: 'acme', module: 'vpc', provider: 'aws' };

test('The source of a registry module is parsed, and its host is normalized', () => {
  const sources = {
    'tipstaff.example.com/acme/vpc/aws': 'tipstaff.example.com',
    'Tipstaff.Example.com:443/acme/vpc/aws': 'tipstaff.example.com',
    'tipstaff.example.com:8443/acme/vpc/aws//modules/subnet': 'tipstaff.example.com:8443',
    'localhost:8080/acme/vpc/aws': 'localhost:8080',
    'localhost/acme/vpc/aws': 'localhost',
    ' bücher.example/acme/vpc/aws ': 'xn--bcher-kva.example',
    '[::1]:8080/acme/vpc/aws': '[::1]:8080',
  };

  for (const [source, host] of Object.entries(sources)) assert.deepEqual(registrySource(source), { host, ...vpc });
});

test('A source without a registry host is not parsed', () => {
  const sources = [
    '',
    './modules/vpc',
    '../acme/vpc/aws',
    './a/b/c',
    'acme/vpc/aws',
    'terraform-aws-modules/vpc/aws',
    'git::https://tipstaff.example.com/acme/vpc/aws',
    'https://tipstaff.example.com/acme/vpc/aws',
    'https://tipstaff.example.com/acme/vpc/aws.zip',
    'git@tipstaff.example.com:acme/vpc/aws.git',
    'tipstaff.example.com/acme/vpc',
    'tipstaff.example.com/acme/vpc/aws/extra',
    'tipstaff.example.com/acme/v\u0000c/aws',
    'tipstaff.example.com/acme//aws/aws',
    'tipstaff.example.com?x/acme/vpc/aws',
    'user@tipstaff.example.com/acme/vpc/aws',
    'github.com/acme/terraform-vpc',
    's3::https://s3.amazonaws.com/acme/vpc/aws.zip',
  ];

  assert.deepEqual(
    sources.filter((source) => registrySource(source) !== undefined),
    [],
  );
});

test('The host of a service includes the port of its URL', () => {
  const addresses = ['https://tipstaff.example.com', 'https://tipstaff.example.com:443/', 'http://localhost:8080/sub'];

  assert.deepEqual(addresses.map(hostOfService), ['tipstaff.example.com', 'tipstaff.example.com', 'localhost:8080']);
});
