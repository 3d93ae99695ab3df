type Span = readonly [from: number, to: number, dev_state: number]

/** How often a device went offline, and the longest time that it was, in ms. */
export function outagesOf(spans: readonly Span[]): { count: number; longestMs: number } {
  const lengths = spans.filter(([, , dev_state]) => dev_state === 2).map(([from, to]) => to - from)
  return { count: lengths.length, longestMs: Math.max(0, ...lengths) }
}
