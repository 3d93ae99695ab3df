import type { SurfacePart } from './surface.ts'

/** The first sentence of an element's docstring. Most begin with an example: `` `<sg-home>`: how many … ``. */
export function summaryOf(doc: string): string {
  const text = doc.replace(/\s+/g, ' ').replace(/^`<[^`]*>`:\s*/, '')
  const sentence = /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** The example that an element's docstring begins with; its bare tag where there is none. */
export const exampleOf = (doc: string, tag: string): string => {
  const found = new RegExp(`\`(<${tag}\\b[^\`]*>)\``).exec(doc)?.[1] ?? `<${tag}>`
  return `${found}</${tag}>`
}

/** Rows of `@slot name - What stands there.` */
export function partsIn(tags: readonly { name: string; text?: unknown }[], name: string): SurfacePart[] {
  return tags
    .filter((tag) => tag.name === name)
    .map(({ text }) => {
      const [, part = '', doc = ''] = /^(\S*)\s*(?:[-–]\s*)?([\s\S]*)$/.exec(String(text ?? '').trim()) ?? []
      return { name: part, doc: doc.replace(/\s+/g, ' ').trim() }
    })
}
