type Attributes = Readonly<Record<string, string | number | boolean | null | ((event: Event) => void)>>
type Child = Node | string | null

/** An element with attributes, listeners (`onclick`) and children; true is an empty attribute, false and null none. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value)
    else if (value === true) made.setAttribute(name, '')
    else if (value !== false && value !== null) made.setAttribute(name, String(value))
  }
  made.append(...children.filter((child) => child !== null))
  return made
}

/** A text in which `…` in back quotes is code. */
export const withCode = (text: string): Node[] =>
  text.split('`').map((part, index) => (index % 2 ? h('code', {}, part) : document.createTextNode(part)))

/** Calls `act` once `waitMs` after the last of many calls. */
export function settled(act: () => void, waitMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(act, waitMs)
  }
}

/** An outline on the kit's grid of 20 px. */
export function glyph(path: string): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  for (const [name, value] of Object.entries({ class: 'glyph', viewBox: '0 0 20 20', 'aria-hidden': 'true' }))
    svg.setAttribute(name, value)
  const outline = document.createElementNS(namespace, 'path')
  outline.setAttribute('d', path)
  svg.append(outline)
  return svg
}
