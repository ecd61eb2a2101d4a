type Edge = readonly [from: string, to: string];

function reachable(from: string, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [from];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    for (const each of next.get(one) ?? []) {
      if (reached.has(each)) continue;
      reached.add(each);
      waiting.push(each);
    }
  }
  return reached;
}

/** Returns the strongly connected components that have more than one node. */
export function knotsIn(edges: readonly Edge[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>();
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const reach = new Map([...next.keys()].map((node) => [node, reachable(node, next)]));
  const knots = new Map<string, readonly string[]>();
  for (const [node, reached] of reach) {
    if (!reached.has(node)) continue;
    const knot = [...reached].filter((each) => reach.get(each)?.has(node)).sort();
    knots.set(knot.join(' '), knot);
  }
  return [...knots.values()];
}
