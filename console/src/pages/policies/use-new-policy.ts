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

const scopeMissing = (): ApiFailure =>
  new ApiFailure(422, [{ detail: 'Choose where the policy applies.', pointer: '/data/attributes/scope' }]);

/** State of the page. The name and the query follow the template and the code until the user changes them. */
export function useNewPolicy(organization: string) {
  const [template, setTemplate] = useState<TemplateName>('blank');
  const [code, setCode] = useState(blank.code);
  const [isWithTests, setWithTests] = useState(true);
  const created = useRef('');
  const began = templateOf(template);
  const state = useApiForm(initial, async (values) => {
    if (values.scope === '') throw scopeMissing();
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
