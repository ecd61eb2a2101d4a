import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password's input. Unlike the library's it says to screen readers that it is at fault. */
export function PasswordField(props: PasswordInputProps) {
  const isWrong = props.error !== undefined && props.error !== null && props.error !== false;
  return <PasswordInput {...props} {...(isWrong && { 'aria-invalid': true })} />;
}
