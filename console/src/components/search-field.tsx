// The text that a page searches for. It is in the address of the page.
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../texts/common.ts';

interface SearchFieldProps
  extends Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'description' | 'w' | 'style'> {
  /** The text in the address. */
  readonly value: string | undefined;
  /** Changes the address, a moment after the last key. */
  readonly onSearch: (text: string) => unknown;
}

/** Follows the address, and keeps what a person types meanwhile. */
export function SearchField({ value = '', onSearch, ...rest }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // Another address, by the buttons of the browser or a link, has another text.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onSearch(next);
  }, 250);
  const change = (next: string) => {
    setText(next);
    send(next);
  };
  return (
    <TextInput
      type="search"
      value={text}
      maxLength={255}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text !== '' && <CloseButton size="sm" aria-label={t.clear} onClick={() => change('')} />}
      {...rest}
    />
  );
}
