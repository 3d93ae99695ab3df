import { needsPress } from '../../../core/contract/documents/screen.ts'

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : [])

/** A control that changes something at the server, with the rights of whoever watches or presses it. */
export interface Acting {
  /** Its name, else its id. */
  control: string
  /** The group that it came in by, and what the document calls it; null for a control of the screen itself. */
  group: { symbol: string; name: string } | null
}

/** By what a control does: when a value changes; and when it is pressed, without asking whoever presses it. */
export type ServerAct = 'change' | 'write' | 'acknowledge'

/** The first control of a document, with its groups inside, that does it; null where there is none. */
export type ServerActs = Readonly<Record<ServerAct, Acting | null>>

/** What people call it: as much of it as a sentence has room for. */
const LONGEST_NAME = 64

/** Each group is read once, however often it is used. */
export function serverActsIn(document: Plain): ServerActs {
  const found: Record<ServerAct, Acting | null> = { change: null, write: null, acknowledge: null }
  const symbols = isPlain(document.symbols) ? document.symbols : {}
  const known = new Set<string>()
  const left: { controls: unknown; group: Acting['group'] }[] = [{ controls: document.controls, group: null }]
  for (let next = left.pop(); next; next = left.pop()) {
    for (const control of listOf(next.controls)) {
      const acting = { control: nameOf(control.name, control.control_id), group: next.group }
      for (const act of actsOf(control)) found[act] ??= acting
      const symbol = control.kind === 'group' && isPlain(control.props) ? control.props.symbol : null
      if (typeof symbol !== 'string' || known.has(symbol) || !Object.hasOwn(symbols, symbol)) continue
      known.add(symbol)
      const content = symbols[symbol]
      if (isPlain(content))
        left.push({ controls: content.controls, group: { symbol, name: nameOf(content.name, symbol) } })
    }
  }
  return found
}

function actsOf({ events, props }: Plain): ServerAct[] {
  const acts: ServerAct[] = []
  // A control that writes by itself, such as a switch.
  if (isPlain(props) && props.confirm === false && typeof props.writes === 'string' && props.writes !== '')
    acts.push('write')
  for (const { on, actions } of listOf(events))
    for (const { does, confirm } of listOf(actions)) {
      if (!needsPress(does)) continue
      if (on === 'change') acts.push('change')
      else if (does === 'acknowledge') acts.push('acknowledge')
      else if (confirm === false) acts.push('write')
    }
  return acts
}

const nameOf = (name: unknown, id: unknown): string =>
  String((typeof name === 'string' && name) || id).slice(0, LONGEST_NAME)
