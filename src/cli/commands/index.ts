// The list of commands: what each is called, takes and does. A command's module is loaded when it is called.
import type { Command } from '../command.ts';

/** What the first words stand for that have commands of their own. */
export const groups: Readonly<Record<string, string>> = {
  admin: 'site administrators',
  user: 'accounts',
  organization: 'organizations',
  'feature-sets': 'pricing plans',
  token: 'API tokens',
  module: 'private modules: their versions, their deprecation, and their consumers',
  audit: 'the audit record',
  saml: 'single sign-on',
  oidc: 'the keys of workload identity tokens',
  retention: 'how long superseded data is kept',
  settings: 'the settings of the instance',
  'encryption-key': 'the key that encrypts secrets',
};

export interface CommandEntry {
  /** One or two words, then the arguments: `user show <name>`. */
  readonly usage: string;
  readonly description: string;
  readonly load: () => Promise<Command>;
}

type Choice<Module> = readonly [description: string, choose: (module: Module) => Command];

const commandsOf = <Module>(
  load: () => Promise<Module>,
  choices: Readonly<Record<string, Choice<Module>>>,
): readonly CommandEntry[] =>
  Object.entries(choices).map(([usage, [description, choose]]) => ({
    usage,
    description,
    load: async () => choose(await load()),
  }));

export const commands: readonly CommandEntry[] = [
  ...commandsOf(() => import('./serve.ts'), {
    serve: ['start the service; Ctrl-C or SIGTERM ends it once the running requests are answered', (m) => m.serve],
  }),
  ...commandsOf(() => import('./migrate.ts'), {
    migrate: ['bring the database up to date, as serve does when it starts', (m) => m.migrate],
  }),
  ...commandsOf(() => import('./admin.ts'), {
    'admin create': [
      'create a site administrator and print an API token, and without a password also a link that sets one; it expires in 7 days and works once',
      (m) => m.create,
    ],
    'admin unsuspend <name>': ['re-activate a suspended account', (m) => m.unsuspend],
    'admin reset-two-factor <name>': [
      'turn two-factor authentication off for a user who lost the device',
      (m) => m.resetTwoFactor,
    ],
    'admin reset-password <name>': [
      'print a link that sets the password of an account (it expires in 7 days and works once), or set the password here',
      (m) => m.setPassword,
    ],
  }),
  ...commandsOf(() => import('./user.ts'), {
    'user list': ['list the accounts, by username', (m) => m.list],
    'user show <name>': ['show an account', (m) => m.show],
    'user create': [
      'create an account; without a password it prints a link that sets one, expires in 7 days and works once',
      (m) => m.create,
    ],
    'user recount': [
      'count the accounts again, after the database was changed by hand; the service may run',
      (m) => m.recount,
    ],
    'user suspend <name>': ['suspend an account: its sessions end and its tokens stop working', (m) => m.suspend],
    'user unsuspend <name>': ['re-activate a suspended account', (m) => m.unsuspend],
    'user grant-admin <name>': ['make an account a site administrator', (m) => m.grantAdmin],
    'user revoke-admin <name>': ['make a site administrator an ordinary user', (m) => m.revokeAdmin],
    'user disable-two-factor <name>': [
      'turn the two-factor authentication of an account off',
      (m) => m.disableTwoFactor,
    ],
    'user confirm-email <name>': ['vouch for the e-mail address that an account asks for', (m) => m.confirmEmail],
    'user delete <name>': ['delete an account with its tokens, sessions and memberships', (m) => m.remove],
  }),
  ...commandsOf(() => import('./organization.ts'), {
    'organization list': ['list the organizations, by name', (m) => m.list],
    'organization show <name>': ['show an organization', (m) => m.show],
    'organization create': ['create an organization', (m) => m.create],
    'organization delete <name>': ['delete an organization with everything in it', (m) => m.remove],
  }),
  ...commandsOf(() => import('./subscription.ts'), {
    'organization set-plan <name> [plan...]': [
      'give an organization another pricing plan; nothing of it is deleted',
      (m) => m.setPlan,
    ],
    'organization subscriptions <name>': [
      'show the current and the earlier pricing plans of an organization, newest first',
      (m) => m.history,
    ],
  }),
  ...commandsOf(() => import('./feature-sets.ts'), {
    'feature-sets list': ['show the pricing plans with their limits; - is no limit', (m) => m.list],
    'feature-sets export': ['print the catalogue as the JSON document that import reads', (m) => m.exporting],
    'feature-sets import <file>': [
      'replace the catalogue with that of a file; a running service follows within a second',
      (m) => m.importing,
    ],
    'feature-sets set <identifier> [name=value...]': [
      'change a pricing plan; a running service follows within a second',
      (m) => m.set,
    ],
    'feature-sets withdraw <identifier>': [
      'withdraw a pricing plan from the offer; organizations that have it keep it',
      (m) => m.withdraw,
    ],
  }),
  ...commandsOf(() => import('./token.ts'), {
    'token create': [
      'create an API token and print it; a team or an organization has one token, and a new one replaces it',
      (m) => m.create,
    ],
  }),
  ...commandsOf(() => import('./module-registry.ts'), {
    'module list <organization>': ["list an organization's modules, by name and provider", (m) => m.list],
    'module show <module> [version...]': ['show a module with its versions, or one version', (m) => m.show],
    'module publish <path>': [
      'publish a version of a module; the module is created if there is none',
      (m) => m.publish,
    ],
  }),
  ...commandsOf(() => import('./module.ts'), {
    'module deprecate <module> [versions...]': [
      'deprecate versions of a module, so that consumers are warned; all of the versions change, or none',
      (m) => m.deprecate,
    ],
    'module reinstate <module> [versions...]': [
      'end the deprecation of versions; all of the versions change, or none',
      (m) => m.reinstate,
    ],
    'module usage <module>': [
      'show the consumers of each version of a module, their downloads, and the last download',
      (m) => m.usage,
    ],
  }),
  ...commandsOf(() => import('./module-check.ts'), {
    'module check [path]': [
      'list the deprecated modules that a configuration uses, from a running service; exit status 1 if there are any and --fail is set, 2 if the check was not possible',
      (m) => m.check,
    ],
  }),
  ...commandsOf(() => import('./audit.ts'), {
    'audit list': ['list what was done, newest first', (m) => m.list],
    'audit export': ['print every record as one line of JSON, oldest first', (m) => m.exportAll],
    'audit verify': [
      'verify that no sealed record was changed, removed or added; exits with 1 and the first fault if one was',
      (m) => m.verify,
    ],
    'audit head': [
      'print the last sealed head; store it where nobody who can change the database can change it',
      (m) => m.head,
    ],
  }),
  ...commandsOf(() => import('./saml.ts'), {
    'saml check <file>': ['show what a sign-in with a SAML response would do; nothing is changed', (m) => m.check],
  }),
  ...commandsOf(() => import('./oidc.ts'), {
    'oidc status': [
      'show the keys that sign and verify workload identity tokens, and when they rotate automatically',
      (m) => m.status,
    ],
    'oidc rotate': ['sign with a new key from now on; earlier tokens stay valid until the next trim', (m) => m.rotate],
    'oidc trim': ['delete every key but the one that signs; tokens signed by the others become invalid', (m) => m.trim],
    'oidc jwks': ['print the public keys as the service publishes them (JSON Web Key Set)', (m) => m.jwks],
    'oidc sign': ["print a workload identity token, to test a cloud's trust", (m) => m.sign],
  }),
  ...commandsOf(() => import('./retention.ts'), {
    'retention get': ['show for how many days superseded data is kept', (m) => m.get],
    'retention set <days>': [
      'keep superseded data for this many days; the service deletes older data within an hour',
      (m) => m.set,
    ],
    'retention remove': ['remove the policy, so that everything is kept', (m) => m.remove],
    'retention preview': ['show what the policy would delete now, by organization; deletes nothing', (m) => m.preview],
  }),
  ...commandsOf(() => import('./settings.ts'), {
    'settings get [group]': ['show a group of settings, or the list of groups', (m) => m.get],
    'settings set <group> [name=value...]': [
      'change settings of a group; a running service follows within a second',
      (m) => m.set,
    ],
  }),
  ...commandsOf(() => import('./encryption-key.ts'), {
    'encryption-key rotate': ['encrypt every secret with a new key; the service may run', (m) => m.rotate],
  }),
  ...commandsOf(() => import('./doctor.ts'), {
    doctor: [
      'check the configuration, the data, the database and the machine, and say what to do; it changes nothing',
      (m) => m.doctor,
    ],
  }),
];
