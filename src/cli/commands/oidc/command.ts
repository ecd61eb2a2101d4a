import { valued } from '../../terminal/options.ts';

export const oidcCommands = {
  status: {
    usage: 'oidc status',
    description: 'show the keys that sign and verify workload identity tokens, and when they rotate automatically',
  },
  rotate: {
    usage: 'oidc rotate',
    description: 'sign with a new key from now on; earlier tokens stay valid until the next "tipstaff oidc trim"',
  },
  trim: {
    usage: 'oidc trim',
    description:
      'delete every key except the signing key; tokens that were signed with the deleted keys become invalid',
  },
  jwks: {
    usage: 'oidc jwks',
    description: 'print the public keys as the service publishes them (JSON Web Key Set)',
  },
  sign: {
    usage: 'oidc sign',
    description: 'print a workload identity token, to test the trust policy of a cloud',
    options: {
      organization: valued('--organization <name>', 'the name of the organization'),
      project: valued('--project <name>', 'the name of the project'),
      projectId: valued('--project-id <id>', 'the identifier of the project, if the trust policy checks it'),
      workspace: valued('--workspace <name>', 'the name of the workspace'),
      workspaceId: valued('--workspace-id <id>', 'the identifier of the workspace, if the trust policy checks it'),
      phase: valued('--phase <phase>', 'plan or apply; default: plan'),
      runId: valued('--run-id <id>', 'the identifier of the run, if the trust policy checks it'),
      audience: valued('--audience <text>', 'the audience of the token, such as aws.workload.identity'),
      expiresIn: valued('--expires-in <time>', 'the lifetime of the token, such as 90m or 2h; default: 1h'),
    },
  },
};
