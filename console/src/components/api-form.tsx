// Forms whose errors the service finds: each stands beside the field at fault, the rest on top.
import { Button, Group, Stack } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiFailure, type Problem } from '../../../client/failure.ts';
import { attributeOf } from '../api/failure.ts';

import { problemText } from '../texts/problems.ts';

import { Failure } from './failure.tsx';

export interface ApiForm<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>;
  readonly isSending: boolean;
  /** Failure that concerns no field. */
  readonly failure: unknown;
  /** Sends the values; true where the service took them. */
  readonly submit: () => Promise<boolean>;
}

/** Name of a field on the page: its label, without the mark of those that are required. Undefined for one that is not there. */
export function labelOf(field: HTMLElement | null): string | undefined {
  const labels: unknown = Reflect.get(Object(field), 'labels');
  const [label] = labels instanceof NodeList ? labels : [];
  // The label of a switch has its explanation in it, too.
  const name = (label instanceof HTMLElement && label.querySelector('.mantine-Switch-label')) || label;
  const texts = [...(name?.childNodes ?? [])].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return texts.map(({ textContent }) => textContent).join('') || (field?.getAttribute('aria-label') ?? undefined);
}

/** A person knows the label of the field, and not the name of the attribute. */
const textBeside = (label: string | undefined, { code = 'invalid', detail, limit }: Problem): string =>
  (label === undefined ? undefined : problemText(code, label, limit)) ?? detail;

const fieldsOf = (problems: readonly Problem[], names: readonly string[]) => {
  const placed = problems.map((problem) => ({ ...problem, field: attributeOf(problem.pointer) }));
  const isOurs = ({ field }: { readonly field: string | undefined }) => field !== undefined && names.includes(field);
  return {
    ours: placed.filter(isOurs),
    rest: placed.filter((each) => !isOurs(each)),
  };
};

/** Names of the fields that a person has changed since the form opened, or since it was saved. */
export type Changed = ReadonlySet<string>;

/** The attributes that a person has changed: those that somebody else changed meanwhile stay so. */
export function changedOnly<Input extends object>(input: Input, changed: Changed): Partial<Input> {
  const kept: ReturnType<typeof JSON.parse> = Object.fromEntries(
    Object.entries(input).filter(([name]) => changed.has(name)),
  );
  return kept;
}

/**
 * A form whose fields are named as the attributes that they set. `send` makes the request; an attribute that the
 * service refuses shows the reason at its field.
 */
export function useApiForm<Values extends Record<string, unknown>>(
  initialValues: Values,
  send: (values: Values, changed: Changed) => Promise<unknown>,
): ApiForm<Values> {
  const form = useForm<Values>({ initialValues, onSubmitPreventDefault: 'always' });
  const [failure, setFailure] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const refuse = (error: unknown): void => {
    if (!(error instanceof ApiFailure)) {
      setFailure(error);
      return;
    }
    const { ours, rest } = fieldsOf(error.problems, Object.keys(initialValues));
    const errors = ours.map(({ field = '', ...problem }) => [
      field,
      textBeside(labelOf(form.getInputNode(field)), problem),
    ]);
    form.setErrors(Object.fromEntries(errors));
    const isPlaced = error.problems.length > 0 && rest.length === 0;
    setFailure(isPlaced ? undefined : new ApiFailure(error.status, rest, { requestId: error.requestId }));
  };
  const submit = async (): Promise<boolean> => {
    setSending(true);
    setFailure(undefined);
    form.clearErrors();
    try {
      const values = form.getValues();
      await send(values, new Set(Object.keys(values).filter((name) => form.isDirty(name))));
      // What a person typed meanwhile was not sent.
      form.resetDirty(values);
      return true;
    } catch (error) {
      // The caller finds the reasons at their fields.
      flushSync(() => refuse(error));
      return false;
    } finally {
      setSending(false);
    }
  };
  return { form, isSending, failure, submit };
}

/** Properties of the field of an attribute: its label and explanation, its value, and why the service refused it. */
export const field = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  name: keyof Values & string,
  label: string,
  description?: string,
) => ({ label, description, ...form.getInputProps(name) });

/** The same of a checkbox or a switch. */
export const flag = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  name: keyof Values & string,
  label: string,
  description?: string,
) => ({ label, description, ...form.getInputProps(name, { type: 'checkbox' }) });

/** Leads a person to the first field of a form that was refused, or to the failure that concerns no field. */
export function showFirstProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) field.focus();
  else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
}

interface ApiFormViewProps<Values extends Record<string, unknown>> {
  readonly state: ApiForm<Values>;
  /** Text of the button. */
  readonly act: string;
  /** Title of a failure: what did not happen. */
  readonly refused?: string;
  /** After the service took the values. */
  readonly onDone?: () => unknown;
  readonly onCancel?: () => unknown;
  readonly children: ReactNode;
}

/** The form around its fields: errors on top, buttons below. */
export function ApiFormView<Values extends Record<string, unknown>>(props: ApiFormViewProps<Values>) {
  const { state, act, refused = 'Not saved', onDone, onCancel, children } = props;
  const submit = async (submitted: HTMLFormElement) => {
    if (await state.submit()) onDone?.();
    else showFirstProblem(submitted);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <Stack maw={560}>
        {state.failure !== undefined && <Failure error={state.failure} title={refused} />}
        {children}
        <Group>
          <Button type="submit" loading={state.isSending}>
            {act}
          </Button>
          {onCancel !== undefined && (
            <Button variant="default" onClick={() => void onCancel()}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
