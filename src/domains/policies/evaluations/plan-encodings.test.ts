// Tests plans in the text encodings that shells and pipelines produce.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { created, creating, evaluated, newOpaPolicy, opaSet, pathOf } from '../../../../test/support/evaluations.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

const digests = query()((db) => db.selectFrom('policy_evaluations').select(['input_digest', 'input_size']));

const newSet = async (world: World) => {
  const home = await world.home();
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')]);
  return { home, path: `/policy-sets/${set}/evaluations` };
};

const inUtf16 = (text: string) => {
  const littleEndian = Buffer.from(`\ufeff${text}`, 'utf16le');
  return { littleEndian, bigEndian: Buffer.from(littleEndian).swap16() };
};

onEachEngine('A plan in UTF-16 with a byte order mark is evaluated like one in UTF-8', async (world) => {
  const { home, path } = await newSet(world);
  const plan = creating.replace('aws_s3_bucket.logs', 'aws_s3_bucket.größe_𝄞');
  const { littleEndian, bigEndian } = inUtf16(plan);
  const sent = [Buffer.from(plan), Buffer.from(`\ufeff${plan}`), littleEndian, bigEndian];
  const outputs: unknown[] = [];

  for (const bytes of sent) {
    const { attributes, outcomes } = await evaluated({ world, by: home, path }, bytes);
    outputs.push([attributes.status, outcomes[0].attributes.outcomes[0].output]);
  }

  const rows = await world.context.database.rows(digests, {});
  const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  assert.deepEqual(new Set(outputs.map((each) => JSON.stringify(each))).size, 1);
  assert.deepEqual(outputs[0], ['failed', ['aws_s3_bucket.größe_𝄞 is public']]);
  // The digest is computed from the bytes that were sent, so that the client can recognize the evaluated plan.
  assert.deepEqual(rows.map((row) => row.input_digest).sort(), sent.map(digestOf).sort());
  assert.deepEqual(new Set(rows.map((row) => Number(row.input_size))), new Set([Buffer.byteLength(plan)]));
});

onEachEngine('Invalid UTF-16, and UTF-16 that is too large in UTF-8, is rejected immediately', async (world) => {
  const { home, path } = await newSet(world);
  const admin = await world.person({ isAdmin: true });
  const limit = { 'policy-plan-size-limit': 1 };
  await admin.client.patch('/admin/general-settings', documentOf('general-settings', limit));
  const { id, links } = await created({ by: home, path });
  const { littleEndian } = inUtf16(creating);
  const send = (bytes: Buffer) => home.client.put(pathOf(links.upload), bytes);

  const halved = await send(Buffer.concat([littleEndian, Buffer.from('}')]));
  // The euro sign takes three bytes in UTF-8 but only two in UTF-16.
  const grown = await send(inUtf16(`"${'€'.repeat(500_000)}"`).littleEndian);
  const { attributes } = (await home.client.get(`/policy-evaluations/${id}`)).body.data;
  const sound = await send(littleEndian);
  const again = await send(littleEndian);

  assert.deepEqual([halved.status, grown.status, sound.status, again.status], [422, 413, 202, 202]);
  assert.deepEqual(details(halved), [
    'plan: the document begins with a UTF-16 byte order mark, but is not valid UTF-16: save it as UTF-8.',
  ]);
  assert.deepEqual(details(grown), ['The plan is larger than 1 MiB in UTF-8.']);
  assert.equal(attributes.status, 'pending');
});

onEachEngine(
  "A plan with the output of setup-terraform's wrapper is rejected with a hint to turn the wrapper off",
  async (world) => {
    const { home, path } = await newSet(world);
    const wrapped = [
      `[command]/opt/terraform-bin show -json plan.tfplan\n${creating}\n`,
      inUtf16(`${creating}\n::debug::Terraform exited with code 0.\n`).littleEndian,
    ];
    const problems: unknown[] = [];

    for (const plan of [...wrapped, 'no plan', 'PK\u0003\u0004']) {
      const { attributes } = await evaluated({ world, by: home, path }, plan);
      problems.push([attributes.status, attributes.error]);
    }

    const problem =
      'plan: the document contains output of the wrapper script of setup-terraform: set "terraform_wrapper: false" in the step that uses setup-terraform, and write the plan again';
    assert.deepEqual(problems.slice(0, 2), [
      ['errored', problem],
      ['errored', problem],
    ]);
    assert.match(JSON.stringify(problems[2]), /this is not JSON/);
    assert.match(JSON.stringify(problems[3]), /a saved plan of Terraform: convert the plan to JSON/);
  },
);
