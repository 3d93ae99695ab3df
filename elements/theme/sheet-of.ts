const texts = new WeakMap<CSSStyleSheet, string>()
const copies = new WeakMap<Document, Map<CSSStyleSheet, CSSStyleSheet>>()

/** A sheet to be adopted. Its text is kept: what a browser gives back of `all: initial` and `font: var(…)` is not the same. */
export function sheetOf(css: string, sheet = new CSSStyleSheet()): CSSStyleSheet {
  sheet.replaceSync(css)
  texts.set(sheet, css)
  return sheet
}

/**
 * The sheets as another document takes them: one that was made in this document may be adopted in no other. A document
 * without a window (Svelte builds in a template's) shows nothing and takes none.
 */
export function sheetsIn(owner: Document, sheets: readonly CSSStyleSheet[]): readonly CSSStyleSheet[] {
  const { defaultView } = owner
  if (owner === document) return sheets
  if (!defaultView) return []
  const known = copies.get(owner) ?? new Map<CSSStyleSheet, CSSStyleSheet>()
  copies.set(owner, known)
  const { CSSStyleSheet: Sheet } = defaultView as typeof globalThis & Window
  return sheets.map((sheet) => {
    const copy = known.get(sheet) ?? sheetOf(texts.get(sheet) ?? '', new Sheet())
    known.set(sheet, copy)
    return copy
  })
}
