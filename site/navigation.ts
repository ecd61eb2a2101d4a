// Sections of the navigation, and the order of the pages in it. The title of a page is its first heading.

export interface Section {
  readonly title: string;
  /** Paths of pages within `docs/`, without `.md`. */
  readonly pages: readonly string[];
}

export const navigation: readonly Section[] = [
  { title: 'Get started', pages: ['index', 'start/five-minutes', 'start/concepts'] },
  {
    title: 'Policies',
    pages: [
      'guides/write-a-policy',
      'guides/input',
      'guides/test-a-policy',
      'ci',
      'guides/sets-and-scopes',
      'guides/parameters',
      'as-code',
      'guides/evaluations',
      'guides/overrides-and-exemptions',
      'guides/try-and-replay',
      'guides/introduce-a-policy',
      'guides/posture',
      'guides/run-tasks',
      'guides/evaluated-elsewhere',
      'guides/limits',
    ],
  },
  { title: 'Modules', pages: ['guides/publish-a-module', 'guides/deprecate-a-module'] },
  {
    title: 'People and sign-in',
    pages: [
      'guides/people-and-teams',
      'guides/access-to-workspaces',
      'guides/permissions',
      'guides/audit-trail',
      'sign-in/index',
      'sign-in/saml',
      'sign-in/openid-connect',
      'sign-in/okta',
      'sign-in/entra',
      'sign-in/keycloak',
      'sign-in/google',
    ],
  },
  {
    title: 'Operation',
    pages: [
      'operate/index',
      'operate/install',
      'operate/sizing',
      'operate/backup',
      'operate/upgrade',
      'operate/tls',
      'operate/outgoing-connections',
      'operate/postgresql',
      'operate/several-instances',
      'operate/monitoring',
      'audit-stream',
      'operate/hardening',
      'troubleshooting',
    ],
  },
  {
    title: 'Migration',
    pages: [
      'coming-from/hcp',
      'coming-from/atlantis',
      'coming-from/terrakube',
      'coming-from/otf',
      'coming-from/conftest',
      'coming-from/checkov',
      'coming-from/spacelift',
      'coming-from/scalr',
    ],
  },
  { title: 'Reference', pages: ['configuration', 'settings', 'cli', 'api', 'client', 'clients'] },
  {
    title: 'Development',
    pages: ['architecture', 'dev/tests', 'dev/code', 'dev/builds', 'dev/debugging', 'dev/terms'],
  },
];
