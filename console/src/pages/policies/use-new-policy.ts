// State of the page for a new policy, with the form, the code and the selected template.
import { useRef, useState } from 'react';
import { ApiFailure } from '../../../../client/failure.ts';
import { useApiForm } from '../../components/api-form.tsx';
import { createPolicyWithScope, type NewPolicyFields } from './new-policy.ts';
import { proposedQuery } from './proposed-query.ts';
import { type TemplateName, templateOf } from './templates.ts';

const blank = templateOf('blank');

const initial: NewPolicyFields = {
  name: '',
  kind: 'opa',
  query: proposedQuery(blank.code),
  'enforcement-level': 'advisory',
  description: '',
  introduction: 'enforce',
  input: '',
  scope: '',
  'tag-selectors': '',
  'tag-value': '',
  projects: null,
  'policy-sets': null,
  'set-name': '',
};

/** Throws an error at the field that the user has to fill in, if the scope of the policy is incomplete. */
function requireScope({ scope, projects, 'policy-sets': set }: NewPolicyFields): void {
  const missing = (field: keyof NewPolicyFields, detail: string): never => {
    throw new ApiFailure(422, [{ detail, pointer: `/data/attributes/${field}` }]);
  };
  if (scope === '') missing('scope', 'Choose where the policy applies.');
  if (scope === 'project' && projects === null) missing('projects', 'Choose a project.');
  if (scope === 'set' && set === null) missing('policy-sets', 'Choose a policy set.');
}

/** State of the page. The name and the query follow the template and the code until the user changes them. */
export function useNewPolicy(organization: string) {
  const [template, setTemplate] = useState<TemplateName>('blank');
  const [code, setCode] = useState(blank.code);
  const [isWithTests, setWithTests] = useState(true);
  const created = useRef('');
  const began = templateOf(template);
  const state = useApiForm(initial, async (values) => {
    requireScope(values);
    const tests = values.kind === 'opa' && isWithTests ? began.tests : undefined;
    created.current = await createPolicyWithScope(organization, { ...values, code, tests });
  });
  const { form } = state;
  const write = (next: string): void => {
    if (form.getValues().query === proposedQuery(code)) form.setFieldValue('query', proposedQuery(next));
    setCode(next);
  };
  const begin = (name: TemplateName): void => {
    const next = templateOf(name);
    if (['', began.policyName].includes(form.getValues().name)) form.setFieldValue('name', next.policyName);
    write(next.code);
    setTemplate(name);
  };
  const isChanged = code !== (form.getValues().kind === 'opa' ? began.code : '');
  return { ...state, template, began, begin, code, write, isChanged, isWithTests, setWithTests, created };
}

export type NewPolicyState = ReturnType<typeof useNewPolicy>;
