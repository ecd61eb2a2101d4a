// Search field whose text is stored in the page's URL.
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useAddressText } from './address-text.ts';

interface SearchFieldProps
  extends Pick<TextInputProps, 'size' | 'label' | 'aria-label' | 'placeholder' | 'description' | 'w' | 'style'> {
  /** Search text from the URL. */
  readonly value: string | undefined;
  /** Puts the search text into the URL. Called shortly after the last key press. */
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
