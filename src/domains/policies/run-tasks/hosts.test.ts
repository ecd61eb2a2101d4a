import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireAllowedHost } from '../../../effects/outbound.ts';
import { reachOf } from './hosts.ts';

const hosts = {
  allowed: [
    'https://app.example.com',
    'https://terraform.internal',
    'http://10.0.0.5:8080',
    'http://plain.example.com',
  ],
  listed: ['https://terraform.internal', 'http://10.0.0.5:8080', 'https://unused.internal'],
};

test('An address may be contacted if the run task allows its host, and in private networks if the operator lists it', () => {
  const reach = (address: string): string => {
    const reached = reachOf(address, hosts);
    return 'problem' in reached ? reached.problem : reached.reach;
  };

  assert.equal(reach('https://app.example.com/api/v2/plans/1?x=y'), 'public');
  assert.equal(reach('https://APP.example.com:443/'), 'public');
  assert.equal(reach('https://terraform.internal/plan'), 'own');
  assert.equal(reach('http://10.0.0.5:8080/plan'), 'own');
  assert.match(reach('http://plain.example.com/'), /does not use TLS, .* TIPSTAFF_RUN_PLATFORMS/);
  for (const wrong of [
    'http://app.example.com/',
    'https://app.example.com:8443/',
    'https://unused.internal/',
    'https://app.example.com.evil.example.com/',
  ]) {
    assert.match(reach(wrong), /is not one of the allowed hosts/, wrong);
  }
  for (const wrong of [
    '',
    '/plan',
    'file:///etc/passwd',
    'https://user@app.example.com/',
    'https://app.example.com@evil/',
  ]) {
    assert.match(reach(wrong), /not an http or https URL|is not one of the allowed hosts/, wrong);
  }
});

test('Private addresses are rejected in every notation, and public addresses are accepted', () => {
  const own = [
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:10.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::10.0.0.1]',
    '[fd00::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[2002:a00:1::]',
    '[ff02::1]',
  ];
  const open = [
    '93.184.215.14',
    '172.32.0.1',
    '100.128.0.1',
    '[2606:2800:220:1::1]',
    '[64:ff9b::5db8:d70e]',
    'name.example',
  ];

  const refused = (host: string): boolean => {
    try {
      requireAllowedHost(host, 'public');
      return false;
    } catch {
      return true;
    }
  };

  assert.deepEqual(
    own.filter((host) => !refused(host)),
    [],
  );
  assert.deepEqual(open.filter(refused), []);
});
