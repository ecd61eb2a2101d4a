// HTML pages. They never require a token. Without a session they redirect to the sign-in page.
import { ticketFor } from '../../../src/domains/accounts/sign-in/ticket.ts';
import { codeAt } from '../../support/one-time-codes.ts';
import { password } from '../../support/session.ts';
import { acting, sessions } from '../callers.ts';
import { everybody, filledIn, type Rows } from '../row.ts';
import type { Scene } from '../scene.ts';

const browsing = [...sessions, 'overSession'] as const;

/** Sessions with a current or former impersonation, and sessions of users themselves. */
const foreign = [...acting, 'overSession'] as const;
const owning = sessions.filter((session) => !acting.some((each) => each === session));

const ticketIn = ({ stage: { world, passwordHash }, people: { bystander } }: Scene): string => {
  const { id, username } = bystander;
  const status = { is_admin: 0, two_factor_confirmed_at: null };
  return ticketFor(world.context, { id, username, password_hash: passwordHash, ...status });
};

const ofModules = '//registry/:organization_name';

export const pageRows: Rows = {
  'GET //': everybody(303, {}, { 200: browsing }),
  'GET //app': everybody(303),
  'GET //app/': everybody(303),
  'GET //app/*': everybody(303, {}, { 200: browsing }),
  'GET //console/assets/:asset_name': everybody(200),
  'GET //docs': everybody(303),
  'GET //docs/': everybody(200),
  // No documentation page has this name.
  'GET //docs/*': everybody(404),
  'GET //sign-in': everybody(200, {}, { 303: browsing }),
  'POST //sign-in': everybody(
    303,
    filledIn(({ people }) => ({ login: people.bystander.username, password })),
  ),
  'GET //sign-in/code': everybody(303),
  'POST //sign-in/code': everybody(303, {
    ...filledIn((scene) => ({
      ticket: ticketIn(scene),
      code: codeAt(scene.stage.world, scene.stage.secret),
    })),
    scene: { twoFactor: 'on' },
  }),
  'GET //app/settings/tokens': everybody(303, {}, { 200: owning, 403: foreign }),
  'POST //app/settings/tokens': everybody(
    303,
    filledIn(() => ({ description: 'laptop' })),
    { 200: owning, 403: foreign },
  ),
  'POST //sign-out': everybody(303),
  'POST //unimpersonate': everybody(303),
  'GET //confirm-email/:address_link': everybody(200),
  'POST //confirm-email/:address_link': everybody(200),
  'GET //forgot-password': everybody(200),
  'POST //forgot-password': everybody(
    200,
    filledIn(() => ({ email: 'nobody@example.com' })),
  ),
  'GET //set-password/:password_link': everybody(200),
  'POST //set-password/:password_link': everybody(
    303,
    filledIn(() => ({ password: 'another battery staple', repeated: 'another battery staple' })),
  ),
  // Not found, because administrators exist already.
  'GET //first-administrator/:one_time_token': everybody(404),
  'POST //first-administrator/:one_time_token': everybody(404),
  [`GET ${ofModules}`]: everybody(303),
  [`GET ${ofModules}/:module_name/:module_provider`]: everybody(303),
  [`GET ${ofModules}/:module_name/:module_provider/:module_version`]: everybody(303),
};
