// Fields of a settings form. They are generated from the declarations of the settings.
import { Badge, Button, Checkbox, Group, Input, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SettingField, Settings, SettingValue, SettingValues } from '../../../api/settings.ts';
import { CopyText } from '../../../components/secret.tsx';
import { counted } from '../../../texts/counted.ts';
import { textOf } from '../../../texts/settings.ts';

/**
 * Form values by setting. The value of a secret is false if the secret is unchanged, null if it is removed, and a
 * string if it is replaced.
 */
export type Draft = Record<string, SettingValue>;

export const labelOf = ({ name }: SettingField): string => textOf(name) ?? name;

/** Converts the value of a setting to a form value. */
export const draftValue = ({ name, isSecret = false, input }: SettingField, values: SettingValues): SettingValue => {
  if (isSecret) return false;
  if (input === 'list') return linesOf(values[name] ?? null);
  return values[name] ?? (input === 'boolean' ? false : '');
};

/** Converts a list to a string with one element on each line. Null stays null. */
const linesOf = (value: SettingValue): SettingValue => (Array.isArray(value) ? value.join('\n') : value);

export const draftOf = (fields: readonly SettingField[], values: SettingValues): Draft =>
  Object.fromEntries(fields.map((field) => [field.name, draftValue(field, values)]));

/**
 * Converts a form value to the value that is sent to the service. An empty value becomes null if the setting can be
 * null.
 */
export const sentValue = ({ canBeNull = false, input }: SettingField, value: SettingValue): SettingValue => {
  if (input === 'list') return typeof value === 'string' ? wordsIn(value) : value;
  return value === '' && canBeNull ? null : value;
};

const wordsIn = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

const shownText = (value: SettingValue): string => {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return value === null || String(value) === '' ? 'empty' : String(value);
};

/** Returns the label of an option in a select field. */
const optionName = ({ name }: SettingField, option: string): string => textOf(`${name}-${option}`) ?? option;

const plainText = (field: SettingField, value: SettingValue): string => {
  if (field.input === 'list') return value === null ? 'no list' : shownText(wordsIn(String(value)).join(', '));
  return field.input === 'choice' && typeof value === 'string' ? optionName(field, value) : shownText(value);
};

/** Returns the text for a value in the summary of changes. */
export const changeText = (field: SettingField, value: SettingValue): string => {
  if (field.isSecret !== true) return plainText(field, value);
  return value === null ? 'Will be removed' : 'Will be replaced';
};

/** Returns the text for a value from an audit event. In audit events, secrets are replaced by `[secret]`. */
export const shownSetting = (value: unknown): string => {
  if (value === '[secret]') return 'Set';
  if (Array.isArray(value)) return shownText(value.map(String).join(', '));
  return shownText(typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null);
};

const long = 4_096;
const isLong = ({ maxLength = 0 }: SettingField): boolean => maxLength > long;

interface FieldProps {
  readonly field: SettingField;
  readonly settings: Settings;
  readonly form: UseFormReturnType<Draft>;
}

const day = 86_400;

/**
 * Returns the explanation of a setting. If the value is a long duration in seconds, the explanation includes the number
 * of days.
 */
const explanationOf = ({ name }: SettingField, value: SettingValue | undefined): string | undefined => {
  if (name === 'sso-api-token-session-timeout' && typeof value === 'number' && value >= day)
    return `That is ${counted(Math.round((value / day) * 10) / 10, 'day')}.`;
  return textOf(`${name}-hint`);
};

/** Returns the text below the label of a field: the explanation and the default value. */
const hintOf = ({ field, form }: FieldProps) => {
  const value = form.getValues()[field.name];
  const hint = explanationOf(field, value);
  if (field.default === undefined) return hint;
  const isDefault = value === field.default;
  return (
    <>
      {hint !== undefined && `${hint} `}
      {`Default: ${plainText(field, field.default)}`}
      {!isDefault && (
        <>
          {' · '}
          <Button
            component="button"
            type="button"
            variant="transparent"
            size="compact-sm"
            p={0}
            td="underline"
            aria-label={`Use the default of ${labelOf(field)}`}
            onClick={() => form.setFieldValue(field.name, field.default ?? null)}
          >
            Use the default
          </Button>
        </>
      )}
    </>
  );
};

const isSet = ({ field, settings }: FieldProps): boolean => settings.setSecrets.includes(field.name);

/** Says whether the service has stored a secret. */
const SecretState = (props: FieldProps) =>
  props.form.getValues()[props.field.name] === null ? (
    <Badge color="red.8" autoContrast={false} tt="none">
      Will be removed
    </Badge>
  ) : (
    <Badge variant="default" tt="none">
      {isSet(props) ? 'Set' : 'Not set'}
    </Badge>
  );

/** Buttons that replace a secret, remove it or keep it. */
const SecretActs = (props: FieldProps) => {
  const { field, form } = props;
  const label = labelOf(field);
  const value = form.getValues()[field.name];
  const isUnset = !isSet(props);
  const acts = [
    typeof value !== 'string' && {
      text: isUnset ? 'Set' : 'Replace',
      name: isUnset ? `Set: ${label}` : `Replace: ${label}`,
      next: '',
    },
    value === false && !isUnset && { text: 'Remove', name: `Remove: ${label}`, next: null },
    value !== false && { text: 'Keep the stored value', name: `Keep the stored value: ${label}`, next: false },
  ].filter((each) => each !== false);
  return (
    <Group gap="xs">
      {acts.map(({ text, name, next }) => (
        <Button
          key={text}
          size="compact-sm"
          variant="default"
          aria-label={name}
          onClick={() => form.setFieldValue(field.name, next)}
        >
          {text}
        </Button>
      ))}
    </Group>
  );
};

/** Field for a secret. The service never returns the stored value, so the field never shows it. */
const Secret = (props: FieldProps) => {
  const { field, form } = props;
  const value = form.getValues()[field.name];
  const error = form.errors[field.name];
  return (
    <Stack gap={6} role="group" aria-label={labelOf(field)} data-path={field.name}>
      {typeof value === 'string' ? (
        <Textarea
          label={labelOf(field)}
          autosize
          minRows={isLong(field) ? 3 : 1}
          maxRows={12}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ currentTarget }) => form.setFieldValue(field.name, currentTarget.value)}
          error={error}
        />
      ) : (
        <Text size="sm" fw={600}>
          {labelOf(field)}
        </Text>
      )}
      <Group gap="xs">
        {typeof value !== 'string' && <SecretState {...props} />}
        <SecretActs {...props} />
      </Group>
      {typeof value !== 'string' && error !== undefined && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
};

/** Whether the setting is a URL of this service that the administrator enters in another system. */
const isForOthers = ({ name }: SettingField): boolean => name === 'acs-consumer-url' || name === 'metadata-url';

const ReadOnly = ({ field, settings: { data } }: FieldProps) => (
  <div>
    <Text size="sm" fw={600}>
      {labelOf(field)}
    </Text>
    {textOf(`${field.name}-hint`) !== undefined && (
      <Text size="xs" c="dimmed">
        {textOf(`${field.name}-hint`)}
      </Text>
    )}
    {(data[field.name] ?? null) === null ? (
      <Text size="sm">None</Text>
    ) : (
      <Group gap="xs">
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {shownText(data[field.name] ?? null)}
        </Text>
        {isForOthers(field) && <CopyText text={shownText(data[field.name] ?? null)} what={labelOf(field)} />}
      </Group>
    )}
  </div>
);

const isWhole = (text: string): boolean => /^-?\d{1,15}$/.test(text);

/** Number field. It keeps invalid input and shows an error below it. */
const WholeNumber = (props: FieldProps) => {
  const { field, form } = props;
  const { value, error, onChange: _, ...bound } = form.getInputProps(field.name);
  const text = String(value ?? '');
  const change = (typed: string) => form.setFieldValue(field.name, isWhole(typed) ? Number(typed) : typed);
  return (
    <TextInput
      label={labelOf(field)}
      description={hintOf(props)}
      inputMode="numeric"
      {...bound}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value.trim())}
      error={text === '' || isWhole(text) ? error : 'Enter a whole number, in digits.'}
    />
  );
};

/** Field for a list that can be null. A check box turns the list on or off. */
const List = (props: FieldProps) => {
  const { field, form } = props;
  const { value, ...bound } = form.getInputProps(field.name);
  const isThere = value !== null;
  return (
    <Stack gap="xs">
      <Checkbox
        label={textOf(`${field.name}-listed`)}
        description={hintOf(props)}
        checked={isThere}
        onChange={({ currentTarget }) => form.setFieldValue(field.name, currentTarget.checked ? '' : null)}
      />
      {isThere && (
        <Textarea
          label={labelOf(field)}
          description="One name per line."
          autosize
          autoComplete="off"
          spellCheck={false}
          value={value}
          {...bound}
        />
      )}
    </Stack>
  );
};

const Plain = (props: FieldProps) => {
  const { field, form } = props;
  const { name, input, options = [] } = field;
  const shared = { label: labelOf(field), description: hintOf(props) };
  const bound = form.getInputProps(name);
  const named = options.map((value) => ({ value, label: optionName(field, value) }));
  if (input === 'boolean') return <Checkbox {...shared} {...form.getInputProps(name, { type: 'checkbox' })} />;
  if (input === 'choice') return <NativeSelect {...shared} data={named} {...bound} />;
  if (input === 'integer') return <WholeNumber {...props} />;
  if (input === 'list') return <List {...props} />;
  if (isLong(field))
    return <Textarea {...shared} autosize minRows={2} maxRows={14} autoComplete="off" spellCheck={false} {...bound} />;
  return <TextInput {...shared} {...bound} />;
};

/** Field for any type of setting. */
export function SettingInput(props: FieldProps) {
  if (props.field.isReadOnly === true) return <ReadOnly {...props} />;
  return props.field.isSecret === true ? <Secret {...props} /> : <Plain {...props} />;
}
