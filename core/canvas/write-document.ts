import type { Control, ScreenDocument } from '../contract/documents/screen.ts'
import { BROKEN_KIND } from './copies.ts'

/** A document as it is saved: what could not be read stands again in its place as it was stored. */
export function writeDocument(document: ScreenDocument): unknown {
  const symbols = Object.entries(document.symbols).map(([id, symbol]) => [
    id,
    { ...symbol, controls: symbol.controls.map(written) },
  ])
  return { ...document, controls: document.controls.map(written), symbols: Object.fromEntries(symbols) }
}

const written = (control: Control): unknown =>
  control.kind === BROKEN_KIND && Object.hasOwn(control.props, 'stored') ? control.props.stored : control
