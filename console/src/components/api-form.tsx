// Forms whose values the service validates. An error about a field is shown at the field, other errors are shown above
// the form.
import { Button, Group, Stack } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiFailure, type Problem } from '../../../client/failure.ts';
import { attributeOf } from '../api/failure.ts';
import { problemText } from '../texts/problems.ts';
import { Canceled } from './canceled.ts';
import { Failure } from './failure.tsx';

type FieldProps<Values> = (
  name: keyof Values & string,
  label: string,
) => ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>;

export interface ApiForm<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values> & {
    /** Returns the properties of the field for an attribute: label, value and error message. */
    readonly field: FieldProps<Values>;
    /** Same as `field`, for a checkbox or switch. */
    readonly flag: FieldProps<Values>;
  };
  readonly isSending: boolean;
  /** Error that does not concern a field. */
  readonly failure: unknown;
  /** Submits the values. The promise resolves to true if the service accepted them. */
  readonly submit: () => Promise<boolean>;
}

/** Returns the label text of a field without the required mark. Undefined if the field is not on the page. */
export function labelOf(field: HTMLElement | null): string | undefined {
  const labels: unknown = Reflect.get(Object(field), 'labels');
  const [label] = labels instanceof NodeList ? labels : [];
  // The label element of a switch also contains the description, so only the part with the label is read.
  const name = (label instanceof HTMLElement && label.querySelector('.mantine-Switch-label')) || label;
  const texts = [...(name?.childNodes ?? [])].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  return texts.map(({ textContent }) => textContent).join('') || (field?.getAttribute('aria-label') ?? undefined);
}

/** Returns an error message that contains the field's label instead of the attribute name. */
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

/** Names of the fields that the user has changed since the form was opened or last saved. */
export type Changed = ReadonlySet<string>;

/**
 * Returns only the attributes that the user changed. Other attributes are not sent, so that other users' changes to
 * them are kept.
 */
export function changedOnly<Input extends object>(input: Input, changed: Changed): Partial<Input> {
  const kept: ReturnType<typeof JSON.parse> = Object.fromEntries(
    Object.entries(input).filter(([name]) => changed.has(name)),
  );
  return kept;
}

/**
 * A form whose field names are attribute names. `send` sends the request. If the service rejects an attribute, the
 * reason is shown at the attribute's field.
 */
export function useApiForm<Values extends Record<string, unknown>>(
  initialValues: Values,
  send: (values: Values, changed: Changed) => Promise<unknown>,
): ApiForm<Values> {
  const form = useForm<Values>({ initialValues, onSubmitPreventDefault: 'always' });
  const [failure, setFailure] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const refuse = (error: unknown): void => {
    if (error instanceof Canceled) return;
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
      // Input typed during the request was not sent, so it stays marked as changed.
      form.resetDirty(values);
      return true;
    } catch (error) {
      // `flushSync` renders the errors immediately, so that the caller can focus the first invalid field.
      flushSync(() => refuse(error));
      return false;
    } finally {
      setSending(false);
    }
  };
  const propsOf =
    (type: 'input' | 'checkbox'): FieldProps<Values> =>
    (name, label) => ({ label, ...form.getInputProps(name, { type }) });
  return { form: { ...form, field: propsOf('input'), flag: propsOf('checkbox') }, isSending, failure, submit };
}

/** Focuses the first invalid field of a form, or scrolls to the error above the form. */
export function showFirstProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) field.focus();
  else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
}

interface ApiFormViewProps<Values extends Record<string, unknown>> {
  readonly state: ApiForm<Values>;
  /** Text of the submit button. */
  readonly act: string;
  /** Title of the error message. It says which action failed. */
  readonly refused?: string;
  /** Called after the service accepted the values. */
  readonly onDone?: () => unknown;
  readonly onCancel?: () => unknown;
  readonly children: ReactNode;
}

/** Form with error messages above the given fields and buttons below them. */
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
