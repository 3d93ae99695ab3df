import { LIMITS } from '../catalogue/limits.ts'
import type { DashboardVariable } from '../contract/documents/dashboard-fields.ts'
import type { Control, ControlEvent, ScreenDocument } from '../contract/documents/screen.ts'

/** What is chosen, by the variables' names. */
export type VariableValues = Readonly<Record<string, string>>

const isId = (value: string): boolean => /^[1-9]\d{0,9}$/.test(value)

/** Whether a variable can have a value; '' is none. */
function mayBe({ kind, options }: DashboardVariable, value: string): boolean {
  // No line ends: none begins another block of a text.
  if (value.length > LIMITS.variableValue || /\p{Cc}/u.test(value)) return false
  if (kind === 'text' || value === '') return true
  return kind === 'choice' ? options.includes(value) : isId(value)
}

/** What each variable is: what was chosen, as an address has it, where it can be that, else its own value. */
export function valuesOf(variables: readonly DashboardVariable[], chosen: VariableValues): VariableValues {
  const entries = variables.map((variable): [string, string] => {
    const { name, kind, options, value } = variable
    const named = Object.hasOwn(chosen, name) ? (chosen[name] as string) : null
    if (named !== null && mayBe(variable, named)) return [name, named]
    const own = mayBe(variable, value) ? value : ''
    return [name, kind === 'choice' && own === '' ? (options[0] ?? '') : own]
  })
  return Object.fromEntries(entries)
}

const NAMED = /\$\{([\p{L}\p{N}_]{1,32})\}/gu

/** A text with the values of the variables that it names; what names none stays as it is. */
const filled = (text: string, values: VariableValues, written = (value: string) => value): string =>
  text.replace(NAMED, (whole, name: string) => (Object.hasOwn(values, name) ? written(values[name] as string) : whole))

/** Also what Markdown would take for the end of a link. */
const encoded = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

/** A link: variables have their values in its query alone, so that none leads to another place than its author chose. */
function filledLink(url: string, values: VariableValues): string {
  const [, before, query = '', after = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/su.exec(url) ?? ['', url]
  return `${before}${filled(query, values, encoded)}${after}`
}

/** A variable that stands in the place of a group or a template: its id, or null for none. */
function filledId(named: string, values: VariableValues): number | null {
  const value = filled(named, values)
  return isId(value) ? Number(value) : null
}

/** Properties that are texts which people read. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'title', 'label'])
const IDS: ReadonlySet<string> = new Set(['group_id', 'template_id'])
const LONGEST_LINE = 200
const LONGEST_TEXT = 4000

type Filled = (text: string, values: VariableValues) => string

/** Properties with their variables filled in; the same ones where they name none. */
function filledProps<Props>(props: Props, values: VariableValues, fill: Filled): Props {
  if (Array.isArray(props)) {
    const rows = props.map((row) => filledProps(row, values, fill))
    return rows.every((row, at) => row === props[at]) ? props : (rows as Props)
  }
  if (typeof props !== 'object' || props === null) return props
  let isChanged = false
  const entries = Object.entries(props).map(([key, value]): [string, unknown] => {
    const next =
      typeof value !== 'string'
        ? filledProps(value, values, fill)
        : TEXTS.has(key)
          ? fill(value, values).slice(0, key === 'text' ? LONGEST_TEXT : LONGEST_LINE)
          : IDS.has(key) && value.startsWith('${')
            ? filledId(value, values)
            : value
    isChanged ||= next !== value
    return [key, next]
  })
  return isChanged ? (Object.fromEntries(entries) as Props) : props
}

const filledEvents = (events: readonly ControlEvent[], values: VariableValues): ControlEvent[] =>
  events.map((event) => ({
    ...event,
    actions: event.actions.map((action) =>
      action.does === 'open_link' ? { ...action, url: filledLink(action.url, values) } : action,
    ),
  }))

/** In Markdown its links first; elsewhere the signs that mean something there stand for themselves. */
const filledMarkdown: Filled = (text, values) =>
  filled(
    text.replace(/\]\(([^()\s]*)\)/g, (_whole, url: string) => `](${filledLink(url, values)})`),
    values,
    (value) => value.replace(/[\\*_`[\]()#+\-.!]/g, '\\$&'),
  )
const filledPlain: Filled = (text, values) => filled(text, values)

function filledControl(control: Control, values: VariableValues): Control {
  const props = filledProps(control.props, values, control.kind === 'markdown' ? filledMarkdown : filledPlain)
  const tooltip = filled(control.tooltip, values).slice(0, LONGEST_LINE)
  const hasLink = control.events.some(({ actions }) => actions.some(({ does }) => does === 'open_link'))
  if (props === control.props && tooltip === control.tooltip && !hasLink) return control
  return { ...control, props, tooltip, events: hasLink ? filledEvents(control.events, values) : control.events }
}

/** A document as it is shown while its variables have these values. They are texts in it, and are never carried out. */
export function withVariables(document: ScreenDocument, values: VariableValues): ScreenDocument {
  const symbols = Object.entries(document.symbols).map(([id, symbol]): [string, typeof symbol] => [
    id,
    { ...symbol, controls: symbol.controls.map((control) => filledControl(control, values)) },
  ])
  return {
    ...document,
    controls: document.controls.map((control) => filledControl(control, values)),
    symbols: Object.fromEntries(symbols),
  }
}
