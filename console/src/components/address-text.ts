import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Delay in ms between the last key press and the change of the URL. */
const delay = 250;

/**
 * State of a text field whose value is stored in the URL: the current text and a function that changes it. `onText` is
 * called after a short delay and changes the URL. Text that the user types during the delay is not overwritten.
 */
export function useAddressText(
  inAddress: string,
  onText: (text: string) => unknown,
): readonly [text: string, change: (text: string) => void] {
  const [text, setText] = useState(inAddress);
  const sent = useRef(inAddress);
  useEffect(() => {
    // If a link or the browser's back button changed the URL, the text of the URL replaces the text of the field.
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
