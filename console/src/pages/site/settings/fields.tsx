// The fields of a form of settings, each drawn from its declaration.
import {
  Badge,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SettingField, Settings, SettingValue, SettingValues } from '../../../api/settings.ts';
import { t as common } from '../../../texts/common.ts';
import { t, textOf } from '../../../texts/settings.ts';

/** What a form has: secrets are false where they stay, null where they are removed, a text where they are replaced. */
export type Draft = Record<string, SettingValue>;

export const labelOf = ({ name }: SettingField): string => textOf(name) ?? name;

/** The value of a field as the form has it. */
export const draftValue = ({ name, isSecret = false, input }: SettingField, values: SettingValues): SettingValue => {
  if (isSecret) return false;
  return values[name] ?? (input === 'boolean' ? false : '');
};

export const draftOf = (fields: readonly SettingField[], values: SettingValues): Draft =>
  Object.fromEntries(fields.map((field) => [field.name, draftValue(field, values)]));

/** What the service takes: an empty value that may be absent is null. */
export const sentValue = ({ canBeNull = false }: SettingField, value: SettingValue): SettingValue =>
  value === '' && canBeNull ? null : value;

const shownText = (value: SettingValue): string => {
  if (typeof value === 'boolean') return value ? common.on : common.off;
  return value === null || value === '' ? t.empty : String(value);
};

/** A value as the list of changes shows it. */
export const changeText = ({ isSecret = false }: SettingField, value: SettingValue): string => {
  if (!isSecret) return shownText(value);
  return value === null ? t.secretRemoved : t.secretReplaced;
};

/** A value of an audit record: secrets are marks there. */
export const shownSetting = (value: unknown): string => {
  if (value === '[secret]') return t.secretSet;
  return shownText(typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null);
};

const long = 4_096;
const isLong = ({ maxLength = 0 }: SettingField): boolean => maxLength > long;

interface FieldProps {
  readonly field: SettingField;
  readonly settings: Settings;
  readonly form: UseFormReturnType<Draft>;
}

/** What stands below the label: an explanation, and the default. */
const hintOf = ({ field, form }: FieldProps) => {
  const value = form.getValues()[field.name];
  const hint = textOf(`${field.name}-hint`);
  if (field.default === undefined) return hint;
  const isDefault = value === field.default;
  return (
    <>
      {hint !== undefined && `${hint} `}
      {t.default(shownText(field.default))}
      {!isDefault && (
        <>
          {' · '}
          <Button
            component="button"
            type="button"
            variant="transparent"
            size="compact-xs"
            p={0}
            td="underline"
            aria-label={t.takeDefaultOf(labelOf(field))}
            onClick={() => form.setFieldValue(field.name, field.default ?? null)}
          >
            {t.takeDefault}
          </Button>
        </>
      )}
    </>
  );
};

const isSet = ({ field, settings }: FieldProps): boolean => settings.setSecrets.includes(field.name);

/** Says whether a secret is stored. */
const SecretState = (props: FieldProps) =>
  props.form.getValues()[props.field.name] === null ? (
    <Badge color="red.8" autoContrast={false} tt="none">
      {t.secretRemoved}
    </Badge>
  ) : (
    <Badge variant="default" tt="none">
      {isSet(props) ? t.secretSet : t.secretUnset}
    </Badge>
  );

/** What can be done with a secret: replace it, remove it, or leave it as it is. */
const SecretActs = (props: FieldProps) => {
  const { field, form } = props;
  const label = labelOf(field);
  const value = form.getValues()[field.name];
  const isUnset = !isSet(props);
  const acts = [
    typeof value !== 'string' && {
      text: isUnset ? t.setSecret : t.replace,
      name: isUnset ? t.setSecretOf(label) : t.replaceOf(label),
      next: '',
    },
    value === false && !isUnset && { text: t.remove, name: t.removeOf(label), next: null },
    value !== false && { text: t.keep, name: t.keepOf(label), next: false },
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

/** A secret. What is stored is never put into a field of the page, and never sent back. */
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
      <Text size="sm">{common.none}</Text>
    ) : (
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {shownText(data[field.name] ?? null)}
      </Text>
    )}
  </div>
);

const Plain = (props: FieldProps) => {
  const { field, form } = props;
  const { name, input, options = [], minimum, maximum } = field;
  const common = { label: labelOf(field), description: hintOf(props) };
  const bound = form.getInputProps(name);
  if (input === 'boolean') return <Checkbox {...common} {...form.getInputProps(name, { type: 'checkbox' })} />;
  if (input === 'choice') return <NativeSelect {...common} data={[...options]} {...bound} />;
  if (input === 'integer')
    return (
      <NumberInput
        {...common}
        allowDecimal={false}
        clampBehavior="none"
        hideControls
        {...(minimum !== undefined && { min: minimum })}
        {...(maximum !== undefined && { max: maximum })}
        {...bound}
      />
    );
  if (isLong(field))
    return <Textarea {...common} autosize minRows={2} maxRows={14} autoComplete="off" spellCheck={false} {...bound} />;
  return <TextInput {...common} autoComplete="off" {...bound} />;
};

/** One setting. */
export function SettingInput(props: FieldProps) {
  if (props.field.isReadOnly === true) return <ReadOnly {...props} />;
  return props.field.isSecret === true ? <Secret {...props} /> : <Plain {...props} />;
}
