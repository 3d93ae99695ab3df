import { needsPress } from '../../../core/contract/documents/screen.ts'

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : [])

/** A control whose change of value would write a point or acknowledge alarms, with the rights of whoever watches. */
export interface Unpressed {
  /** Its name, else its id. */
  control: string
  /** The group that it came in by, and what the document calls it; null for a control of the screen itself. */
  group: { symbol: string; name: string } | null
}

/** What people call it: as much of it as a sentence has room for. */
const LONGEST_NAME = 64

/** The first one of a document with its groups inside; null where there is none. Each group is read once, however often it is used. */
export function unpressedIn(document: Plain): Unpressed | null {
  const symbols = isPlain(document.symbols) ? document.symbols : {}
  const known = new Set<string>()
  const left: { controls: unknown; group: Unpressed['group'] }[] = [{ controls: document.controls, group: null }]
  for (let next = left.pop(); next; next = left.pop()) {
    for (const control of listOf(next.controls)) {
      if (actsOnChange(control)) return { control: nameOf(control.name, control.control_id), group: next.group }
      const symbol = control.kind === 'group' && isPlain(control.props) ? control.props.symbol : null
      if (typeof symbol !== 'string' || known.has(symbol) || !Object.hasOwn(symbols, symbol)) continue
      known.add(symbol)
      const content = symbols[symbol]
      if (isPlain(content))
        left.push({ controls: content.controls, group: { symbol, name: nameOf(content.name, symbol) } })
    }
  }
  return null
}

const actsOnChange = ({ events }: Plain): boolean =>
  listOf(events).some(({ on, actions }) => on === 'change' && listOf(actions).some(({ does }) => needsPress(does)))

const nameOf = (name: unknown, id: unknown): string =>
  String((typeof name === 'string' && name) || id).slice(0, LONGEST_NAME)
