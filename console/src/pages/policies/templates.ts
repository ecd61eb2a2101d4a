// Templates for new policies, each with Rego code and tests.
import { sampleFor } from './sample.ts';

const files = import.meta.glob<string>('./templates/*.rego', { query: '?raw', import: 'default', eager: true });

/** Templates in the order of the choice. Each name is also the name of the file and of the Rego package. */
export const templateNames = [
  'blank',
  'required_tags',
  'no_open_ports',
  'encrypted_storage',
  'allowed_regions',
  'instance_types',
  'protected_resources',
] as const;

export type TemplateName = (typeof templateNames)[number];

export interface Template {
  readonly code: string;
  /** Tests of the template; undefined if there are none. */
  readonly tests: string | undefined;
  /** Proposed name of the policy. */
  readonly policyName: string;
}

const blank: Template = { code: sampleFor(undefined), tests: undefined, policyName: '' };

export const templateOf = (name: TemplateName): Template =>
  name === 'blank'
    ? blank
    : {
        code: files[`./templates/${name}.rego`] ?? '',
        tests: files[`./templates/${name}_test.rego`],
        policyName: name.replaceAll('_', '-'),
      };
