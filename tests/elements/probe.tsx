import { useState } from 'react'
import type { Connection } from '../../core/connection/connection.ts'
import { defineText } from '../../core/text/define-text.ts'
import {
  defineElement,
  type ElementProps,
  event,
  prop,
  useConnection,
  useElement,
  useElementState,
  useElementTitle,
  useFormat,
  useText,
} from '../../elements/define/index.ts'

const text = defineText({ hello: ['你好', 'Hello'] })

const api = {
  props: {
    sn: prop.string(),
    tab: prop.choice(['values', 'curve'], 'values'),
    limit: prop.number(10),
    compact: prop.boolean(),
    points: prop.object<readonly string[]>(),
    token: prop.string(),
    fails: prop.boolean(),
  },
  events: { onPointSelect: event<{ point_id: string }>() },
}

/** What the view last received, and how often it was made: read by the tests. */
export const seen: { props: ElementProps<typeof api> | null; mounts: number; unmounts: number } = {
  props: null,
  mounts: 0,
  unmounts: 0,
}

function Probe(props: ElementProps<typeof api>) {
  seen.props = props
  const { lang } = useElement()
  const [count, setCount] = useState(0)
  const { hello } = useText(text)
  const format = useFormat()
  if (props.fails) throw new Error('the view failed')
  return (
    <div>
      <p id="hello">{hello}</p>
      <p id="lang">{lang}</p>
      <input id="typed" aria-label="typed" />
      <p id="zone">{format.timeZone}</p>
      <p id="shown">{`${props.sn} ${props.tab} ${props.limit} ${props.compact} ${JSON.stringify(props.points)}`}</p>
      <button type="button" id="count" onClick={() => setCount(count + 1)}>
        {count}
      </button>
      <button
        type="button"
        id="select"
        onClick={(press) => {
          press.currentTarget.dataset.prevented = String(props.onPointSelect({ point_id: 'p1' }))
        }}
      >
        select
      </button>
    </div>
  )
}

export const defineProbe = (tag: `sg-${string}`) => defineElement(tag, Probe, api)
defineProbe('sg-probe')

function Connected() {
  const connection = useConnection() as Connection & { name: string }
  useElementState('stale')
  return <p id="connection">{connection.name}</p>
}
defineElement('sg-connected', Connected, {})

/** Calls itself the same in both languages. */
function Titled() {
  useElementTitle('WW0001')
  return <p id="titled">{useText(text).hello}</p>
}
defineElement('sg-titled', Titled, {})
