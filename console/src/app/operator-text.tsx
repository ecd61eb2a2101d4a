import { type RefObject, useEffect, useRef } from 'react';
import { type OperatorTextName, operatorText } from '../api/boot.ts';

/** A text of the operator, which the service has sanitized: a copy of it, not a text that becomes HTML. */
export function OperatorText({ name }: { readonly name: OperatorTextName }) {
  const place: RefObject<HTMLDivElement | null> = useRef(null);
  useEffect(() => {
    const content = operatorText(name);
    if (content !== undefined) place.current?.replaceChildren(document.importNode(content, true));
  }, [name]);
  return <div ref={place} data-operator-text={name} />;
}
