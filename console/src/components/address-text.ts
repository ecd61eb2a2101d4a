import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Delay in ms between the last key press and the change of the URL. */
const delay = 250;

/**
 * State of a text field that is stored in the URL: its value and a function that changes it. `onText` is called with a
 * short delay to change the URL. Typed text is not overwritten while this change is pending.
 */
export function useAddressText(
  inAddress: string,
  onText: (text: string) => unknown,
): readonly [text: string, change: (text: string) => void] {
  const [text, setText] = useState(inAddress);
  const sent = useRef(inAddress);
  useEffect(() => {
    // The URL was changed by a link or the browser's back button, so its text replaces the field's text.
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
