// The text that a page searches for. It is in the address of the page.
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

import { useAddressText } from './address-text.ts';

interface SearchFieldProps
  extends Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'description' | 'w' | 'style'> {
  /** The text in the address. */
  readonly value: string | undefined;
  /** Changes the address, a moment after the last key. */
  readonly onSearch: (text: string) => unknown;
}

export function SearchField({ value = '', onSearch, ...rest }: SearchFieldProps) {
  const [text, change] = useAddressText(value, onSearch);
  return (
    <TextInput
      type="search"
      value={text}
      maxLength={255}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton size={24} aria-label="Clear" onClick={() => change('')} />}
      {...rest}
    />
  );
}
