const KINDS = [Array, String] as const

/** What scripts of the page have put on the prototypes that all values share: `Object.prototype.style`, `Array.prototype.toJSON`. */
export function pageProperties(): string[] {
  const found: string[] = []
  for (const name in {}) found.push(`Object.prototype.${name}`)
  for (const { name, prototype } of KINDS)
    if (Object.hasOwn(prototype, 'toJSON')) found.push(`${name}.prototype.toJSON`)
  return found
}

/** With these nothing fails, and nothing is shown either: JSON says something else, React and browsers take them for what they are given. */
export const isPageUsable = (): boolean => !pageProperties().some((name) => /\.(toJSON|ref|return|signal)$/.test(name))

/** A view that failed on a page with such properties has mostly met one of them. */
export const viewProblem = (): 'page-properties' | 'view-failed' =>
  pageProperties().length > 0 ? 'page-properties' : 'view-failed'
