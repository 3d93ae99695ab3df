/**
 * Reads the theme's tokens where an element stands, by their names without `--sg-`: colours as every canvas and every
 * reckoning with them takes them, whatever a page wrote, all else as it is written.
 */
export function tokensAt(element: Element): (role: string) => string {
  const style = getComputedStyle(element)
  return (role) => {
    const value = style.getPropertyValue(`--sg-${role}`).trim()
    return CSS.supports('color', value) ? plainColour(element, value) : value
  }
}

/** What `light-dark(…)` and its like are in the colour scheme of the element: `#rrggbb`, or with transparency `rgba(…)`. */
export function plainColour(element: Element, colour: string): string {
  if (colour.startsWith('#')) return colour
  // Not the element itself, which may be on its way from one colour to another.
  const probe = document.createElement('i')
  probe.hidden = true
  probe.style.color = colour
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  const [, ...parts] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color) ?? []
  return parts.length ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : color
}
