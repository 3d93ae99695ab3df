import { h } from './dom.ts'
import { t, ui } from './text.ts'

const MOST_ROWS = 200
const MOST_CHARACTERS = 2000

/** An event's detail as text: an Error by its message, what refers to itself by a mark. */
function textOf(detail: unknown): string {
  const above: unknown[] = []
  const text = JSON.stringify(
    detail,
    function (this: unknown, _key, value: unknown) {
      // As JSON.stringify goes down, `this` is what holds the value.
      while (above.length > 0 && above.at(-1) !== this) above.pop()
      if (typeof value !== 'object' || value === null) return value
      if (value instanceof Error || ('message' in value && 'stack' in value)) return String(value)
      if (above.includes(value)) return '(…)'
      above.push(value)
      return value
    },
    1,
  )
  return (text ?? String(detail)).replaceAll(/\s*\n\s*/g, ' ').slice(0, MOST_CHARACTERS)
}

export interface EventLog {
  view: HTMLElement
  /** Lists it; prevents its default where the switch says so. */
  add(event: CustomEvent): void
}

/** Events as they fire, newest first. */
export function createEventLog(): EventLog {
  const rows = h('ol', { class: 'events', 'aria-live': 'polite', tabindex: '0', 'aria-label': t.events })
  const none = h('p', { class: 'quiet' }, t.noEvents)
  const prevents = h('input', { type: 'checkbox', id: 'prevent' })
  const clear = h('button', { type: 'button', class: 'button' }, t.clear)
  const showEmpty = () => {
    none.hidden = rows.childElementCount > 0
    rows.hidden = !none.hidden
  }
  clear.addEventListener('click', () => {
    rows.replaceChildren()
    showEmpty()
  })
  showEmpty()
  const time = new Intl.DateTimeFormat(ui === 'zh' ? 'zh-CN' : 'en', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  } as Intl.DateTimeFormatOptions)
  return {
    view: h(
      'section',
      { class: 'panel', id: 'events' },
      h(
        'div',
        { class: 'panel-head' },
        h('h2', {}, t.events),
        h('label', { class: 'switch' }, prevents, t.prevent),
        clear,
      ),
      none,
      rows,
    ),
    add(event) {
      if (prevents.checked) event.preventDefault()
      const source = event.composedPath()[0]
      const from = source && 'localName' in source ? `<${String(source.localName)}>` : ''
      rows.prepend(
        h(
          'li',
          {},
          h('time', { class: 'quiet' }, time.format(Date.now())),
          h('b', {}, event.type),
          h('span', { class: 'quiet' }, event.defaultPrevented ? `${from} ${t.prevented}` : from),
          h('code', {}, textOf(event.detail)),
        ),
      )
      while (rows.childElementCount > MOST_ROWS) rows.lastElementChild?.remove()
      showEmpty()
    },
  }
}
