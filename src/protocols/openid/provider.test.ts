// Tests of issuers in the settings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '../../../test/support/openid/sign-in.ts';
import { issuerOf, providerPresets } from './provider.ts';

const tenant = '72F988BF-86F1-41AF-91AB-2D7CD011DB47';
const ofTenant = 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0';

test('The issuer of Microsoft Entra is that of the configured tenant', () => {
  for (const name of ['common', 'organizations', 'consumers', '{tenantid}']) {
    assert.equal(issuerOf({ issuer: `https://login.microsoftonline.com/${name}/v2.0`, tenant }), ofTenant);
  }
  assert.equal(issuerOf({ issuer: providerPresets.entra.issuer, tenant }), ofTenant);
  assert.equal(issuerOf({ issuer: ofTenant }), ofTenant);
});

test('A shared issuer is refused without a tenant ID, or with a domain as tenant', async () => {
  for (const issuer of ['https://login.microsoftonline.com/common/v2.0', providerPresets.entra.issuer]) {
    for (const named of [undefined, '', 'contoso.onmicrosoft.com', `${tenant}/../common`]) {
      assert.equal(await refusalOf(async () => issuerOf({ issuer, tenant: named })), 'tenant-not-named');
    }
  }
});

test('An issuer is an https URL, exactly as the provider writes it', async () => {
  for (const issuer of ['https://idp.example.com', 'https://idp.example.com/', 'http://localhost:8080/realms/x']) {
    assert.equal(issuerOf({ issuer }), issuer);
  }
  for (const issuer of [
    '',
    'idp.example.com',
    'http://idp.example.com',
    'https://idp.example.com/?tenant=1',
    'https://idp.example.com/#x',
    'https://user@idp.example.com',
    'javascript:alert(1)',
  ]) {
    assert.equal(await refusalOf(async () => issuerOf({ issuer })), 'malformed-issuer', issuer);
  }
});
