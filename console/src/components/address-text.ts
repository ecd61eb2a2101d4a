import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Milliseconds after the last key until the address changes. */
const delay = 250;

/**
 * A text that a person types and that the address keeps: its value, and what changes it. It follows the address, and keeps
 * what is typed while the address is about to change. `onText` changes the address, a moment after the last key.
 */
export function useAddressText(
  inAddress: string,
  onText: (text: string) => unknown,
): readonly [text: string, change: (text: string) => void] {
  const [text, setText] = useState(inAddress);
  const sent = useRef(inAddress);
  useEffect(() => {
    // Another address, by the buttons of the browser or a link, has another text.
    if (inAddress !== sent.current) setText(inAddress);
    sent.current = inAddress;
  }, [inAddress]);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onText(next);
  }, delay);
  const change = (next: string): void => {
    setText(next);
    send(next);
  };
  return [text, change];
}
