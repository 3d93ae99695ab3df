import type { ScreenDocument } from '../contract/documents/screen.ts'

const NO_GUIDES = { x: [], y: [] }

type Symbol = ScreenDocument['symbols'][string]
export const symbolIn = (document: Pick<ScreenDocument, 'symbols'>, symbol: string): Symbol | undefined =>
  Object.hasOwn(document.symbols, symbol) ? document.symbols[symbol] : undefined

/** The content of a symbol as if it were a screen: what is edited while a symbol is. */
export function insideSymbol(whole: ScreenDocument, symbol: string | null): ScreenDocument {
  const content = symbol === null ? undefined : symbolIn(whole, symbol)
  if (!content) return whole
  const { width, height, controls } = content
  return { ...whole, width, height, controls, guides: NO_GUIDES }
}

/** Puts the changed content back into the whole. Size and controls are the symbol's, guides nobody's, the rest the screen's. */
export function outOfSymbol(
  whole: ScreenDocument,
  symbol: string | null,
  before: ScreenDocument,
  after: ScreenDocument,
): ScreenDocument {
  if (before === after) return whole
  if (symbol === null) return after
  const { width, height, controls } = after
  const isSameContent = width === before.width && height === before.height && controls === before.controls
  const content = symbolIn(after, symbol)
  const symbols =
    isSameContent || !content ? after.symbols : { ...after.symbols, [symbol]: { ...content, width, height, controls } }
  return { ...after, width: whole.width, height: whole.height, controls: whole.controls, guides: whole.guides, symbols }
}

/** Whether a symbol shows another one, at any depth: such a one is not put into the other. */
export function shows(document: ScreenDocument, symbol: string, other: string): boolean {
  const seen = new Set<string>()
  const open = [symbol]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === other) return true
    if (seen.has(at)) continue
    seen.add(at)
    for (const { kind, props } of symbolIn(document, at)?.controls ?? [])
      if (kind === 'group' && typeof props.symbol === 'string') open.push(props.symbol)
  }
  return false
}
