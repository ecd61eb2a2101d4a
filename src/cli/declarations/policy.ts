import { flag, valued } from '../options.ts';
import { dataOption, ruleOptions } from './check.ts';

/** Formats of the outcome of tests. */
export const testFormats = ['text', 'json', 'junit'] as const;

const argument = 'the folder with the policies; default: .';

export const policyCommands = {
  init: {
    usage: 'policy init [folder]',
    description: 'write the list of a folder that has none: its rules deny, violation and warn',
    argument,
    options: {
      namespace: ruleOptions.namespace,
      input: valued('--input <form>', 'the form in which the policies get a plan: plan, raw, or a key; default: plan'),
    },
  },
  check: {
    usage: 'policy check [folder]',
    description: 'compile the policies that a folder lists, and compare their queries with their rules',
    argument,
    options: { data: dataOption },
  },
  test: {
    usage: 'policy test [folder]',
    description:
      'run the tests (files *_test.rego) of a folder; exit status 1 when one fails, 2 when they cannot be run',
    argument,
    options: {
      data: dataOption,
      filter: valued('--filter <pattern>', 'run only tests whose full name matches a regular expression'),
      coverage: flag('--coverage', 'say how much of the policies the tests reach, and which lines they do not'),
      timeout: valued('--timeout <duration>', 'the time for one test, such as 10s; default: 5s'),
      format: valued('--format <name>', `${testFormats.join(', ')}; default: text`),
    },
  },
  fmt: {
    usage: 'policy fmt [folder]',
    description: 'format the .rego files of a folder',
    argument,
    options: { check: flag('--check', 'change nothing; exit status 1 when a file is not formatted') },
  },
};
