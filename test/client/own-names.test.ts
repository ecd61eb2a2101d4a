// User-defined names stay unchanged even if they are also words of a vocabulary. Requests whose response is ignored are
// tested, too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordingService } from './recording-service.ts';

test('An organization with the name of a settings group keeps its name, and the group is translated', async () => {
  const organization = { data: { id: 'twilio', type: 'organizations', attributes: {} } };
  const group = { data: { id: 'twilio', type: 'twilio-settings', attributes: {} } };
  await using service = await recordingService('terraform', ({ path }) => ({
    body: JSON.stringify(path.endsWith('organizations/twilio') ? organization : group),
  }));
  const { answer, send } = service.client.untyped;
  const path = '/api/v2/organizations/twilio/relationships/module-consumers';

  const read = await answer({ method: 'get', path: '/api/v2/organizations/twilio', needs: [] });
  const settings = await answer({ method: 'get', path: '/api/v2/admin/sms-settings', needs: [] });
  await send({ method: 'patch', path, body: { data: [{ id: 'sms', type: 'organizations' }] } });

  assert.deepEqual(read.document, organization);
  assert.deepEqual(settings.document, { data: { id: 'sms', type: 'sms-settings', attributes: {} } });
  assert.deepEqual(JSON.parse(service.asked.at(-1)?.body ?? ''), { data: [{ id: 'sms', type: 'organizations' }] });
});
