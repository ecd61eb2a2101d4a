import { valued } from '../../terminal/options.ts';

export const oidcSignInCommands = {
  check: {
    usage: 'oidc-sign-in check [provider]',
    description:
      'sign in at an identity provider, and show the effect that the sign-in would have on this instance; nothing is changed',
    argument: 'the key of the provider; required if there are several',
    options: {
      redirectUri: valued(
        '--redirect-uri <uri>',
        'an address of this machine that is registered at the provider, such as http://127.0.0.1:8765/check; default: a free port of 127.0.0.1 with the path of the redirect URI of the service',
      ),
      timeout: valued(
        '--timeout <duration>',
        'the time limit for the sign-in in the browser, such as 90s; default: 5m',
      ),
    },
  },
};
