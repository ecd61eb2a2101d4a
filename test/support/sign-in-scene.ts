// Sign-ins by each single sign-on protocol, for tests of the rules that all protocols share.
import assert from 'node:assert/strict';
import type { Engine } from '../../src/db/engine.ts';
import type { Answer } from './answer.ts';
import { oddMembers } from './audit-names.ts';
import { type Browser, browserOf, type Seen } from './browser.ts';
import { openOpenIdWorld, refusalsIn, signInAt } from './openid/world.ts';
import { testOnEachEngine } from './pairs/each-engine.ts';
import { addresses, enableSso, reasonsIn, signInBySso } from './saml/sso.ts';
import { type SettingsClient, settingsOver } from './settings.ts';
import { openWorld, type World } from './world.ts';

/** User at the identity provider, whose e-mail address is `NAME@example.com`. */
export interface Claimant {
  readonly name?: string;
  /**
   * Groups that the provider sends; undefined if it sends none. Members of the group `site-admins` become
   * administrators.
   */
  readonly groups?: readonly string[];
}

export interface Visitor {
  readonly browser: Browser;
  /** The service's response to the sign-in. */
  readonly answer: Answer;
}

interface Protocol {
  readonly world: World;
  /** Settings group of the sign-on protocol. The settings enable the protocol. */
  readonly settings: SettingsClient;
  /** Path to which the page for entering the one-time code posts its form. */
  readonly codePath: string;
  /** Address at which the provider ends its own session. */
  readonly signOutAddress: string;
  readonly signIn: (claimant?: Claimant, browser?: Browser) => Promise<Visitor>;
  readonly refusals: () => Promise<readonly string[]>;
}

export interface SignInScene extends Protocol {
  /** Signs a user in like `signIn`, and opens the page to which the service redirects. */
  readonly enter: (claimant?: Claimant) => Promise<Seen>;
}

const withSaml = async (engine: Engine): Promise<Protocol> => {
  const world = await openWorld(engine);
  const settings = await enableSso(world);
  return {
    world,
    settings,
    codePath: '/users/saml/code',
    signOutAddress: addresses['slo-endpoint-url'],
    signIn: ({ name = 'alice', groups } = {}, browser = browserOf(world.url)) => {
      const attributes = { Username: [name], ...(groups && { MemberOf: groups }) };
      return signInBySso(world, { nameId: `${name}@example.com`, attributes }, browser);
    },
    refusals: () => reasonsIn(world),
  };
};

const withOpenId = async (engine: Engine): Promise<Protocol> => {
  const world = await openOpenIdWorld(engine);
  await world.change('corp', { 'site-admin-value': 'site-admins' });
  return {
    world,
    settings: settingsOver(world.admin, 'oidc-sign-in-settings'),
    codePath: '/users/oidc/code',
    signOutAddress: `${world.corp.issuer}/logout`,
    signIn: ({ name = 'alice', groups } = {}, browser = browserOf(world.url)) => {
      const claims = { sub: name, email: `${name}@example.com`, preferred_username: name, ...(groups && { groups }) };
      return signInAt(world, { claims, browser });
    },
    refusals: () => refusalsIn(world),
  };
};

const protocols = { SAML: withSaml, 'OpenID Connect': withOpenId };

/** Declares a test that runs with each sign-on protocol on each engine. */
export const onEachProtocol = (sentence: string, play: (scene: SignInScene) => Promise<void>): void => {
  for (const [name, open] of Object.entries(protocols)) {
    testOnEachEngine(`${sentence} (${name})`, async (engine) => {
      const protocol = await open(engine);
      await using world = protocol.world;
      const enter: SignInScene['enter'] = async (claimant) => {
        const { browser, answer } = await protocol.signIn(claimant);
        assert.equal(answer.status, 303, answer.bytes.toString());
        return browser.open(answer.headers.get('location') ?? '');
      };
      await play({ ...protocol, enter });
      assert.deepEqual(await oddMembers(world.context), [], 'members of audit records are spelled as on the wire');
    });
  }
};
