import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Password field. Unlike the component library's field, it tells screen readers if its value is invalid. */
export function PasswordField(props: PasswordInputProps) {
  const isWrong = props.error !== undefined && props.error !== null && props.error !== false;
  return <PasswordInput {...props} {...(isWrong && { 'aria-invalid': true })} />;
}
