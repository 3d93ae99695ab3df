import '../../../elements/screens/alarm-feed/index.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { FeedStart } from './page.ts'

interface AlarmFeedElement extends HTMLElement {
  alarms: readonly Alarm[]
}

/** The element as a page gives it alarms of its own, with the columns and the newest first. */
const start: FeedStart = async (host, initial) => {
  let alarms: readonly Alarm[] = initial
  const element = document.createElement('sg-alarm-feed') as AlarmFeedElement
  element.setAttribute('mode', 'table')
  element.style.height = '100%'
  element.alarms = alarms
  host.append(element)
  const rows = () => element.shadowRoot?.querySelectorAll('[role=row]').length ?? 0
  while (rows() < 5) await new Promise(requestAnimationFrame)
  const all = [...(element.shadowRoot?.querySelectorAll('*') ?? [])]
  const scroller = all.find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1000) ?? null
  return {
    add(newer) {
      alarms = [...newer, ...alarms]
      element.alarms = alarms
    },
    scroller: () => scroller,
  }
}
export default start
