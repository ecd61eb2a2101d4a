// Test environment that sends text messages, and the SMS provider that receives them.
import assert from 'node:assert/strict';
import { testOnEachEngine } from './pairs/each-engine.ts';
import { settingsOver } from './settings.ts';
import { account, openSmsProvider, type SmsProvider } from './sms-provider.ts';
import { openWorld, type Person, type World } from './world.ts';

export interface Texting {
  readonly provider: SmsProvider;
  /** Administrator who enabled text messages in the settings. */
  readonly admin: Person;
}

export const smsSettings = {
  enabled: true,
  'account-sid': account.sid,
  'auth-token': account.token,
  'from-number': '+15550100000',
};

/** Declares a test that runs on each engine, in an environment that sends text messages through an SMS provider. */
export const textingOnEachEngine = (
  sentence: string,
  play: (world: World, texting: Texting) => Promise<void>,
  behaviour?: Parameters<typeof openSmsProvider>[0],
): void => {
  testOnEachEngine(sentence, async (engine) => {
    await using provider = await openSmsProvider(behaviour);
    await using world = await openWorld(engine, { environment: { TIPSTAFF_SMS_BASE_URL: provider.url } });
    const admin = await world.person({ isAdmin: true });
    assert.equal((await settingsOver(admin.client, 'sms-settings').patch(smsSettings)).status, 200);
    await play(world, { provider, admin });
  });
};
