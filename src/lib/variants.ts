/** Makes each variant of something once: a list's SQL, say, depends on which filters are there. */
export const variants = <Switches extends readonly (boolean | string)[], Made>(
  make: (...switches: Switches) => Made,
): ((...switches: Switches) => Made) => {
  const known = new Map<string, Made>();
  return (...switches) => {
    const key = switches.join(' ');
    const found = known.get(key) ?? make(...switches);
    known.set(key, found);
    return found;
  };
};
