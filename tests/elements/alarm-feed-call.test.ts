import { equal, until } from './check.ts'

// Its element is loaded there, in a chunk of its own.
const { button, NOW, one, push, row, says, shown, textOf } = await import('./alarm-feed-driver.ts')
type Feed = Awaited<ReturnType<typeof shown>>['feed']

const notes = ({ shadowRoot }: Feed) => Array.from(shadowRoot.querySelectorAll('.toast'))
const noted = (feed: Feed, wanted: string) =>
  until(`one note "${wanted}" in ${notes(feed).map(({ textContent }) => textContent)}`, () => {
    const [note, ...others] = notes(feed)
    return others.length === 0 && note?.textContent?.includes(wanted)
  })
const none = (feed: Feed) => until('no note', () => notes(feed).length === 0)

it('a new alarm calls by a note with its level, name and device, which leads to it; those that were open do not', async () => {
  const played = await shown('mode="call"')
  const { feed, heard } = played
  equal(notes(feed).length, 0)
  push(played, one(9, { alarm_level: 3 }))
  await noted(feed, 'MediumAlarm 9, Pump 9')
  ;(await button(feed, 'Show alarm')).click()
  equal(heard.at(-1), { type: 'navigate', detail: { path: '/info/realTimeFault?alarm=9' } })
  await none(feed)
})
it('alarms that come one after the other are one note, which goes when somebody has confirmed all of them', async () => {
  const played = await shown('mode="call"')
  const { feed, heard } = played
  push(played, one(8, { alarm_level: 3 }))
  await noted(feed, 'Alarm 8')
  push(played, one(9, { alarm_level: 5 }))
  await noted(feed, 'Critical2 new alarms, worst: Alarm 9, Pump 9')
  push(played, one(9, { alarm_level: 5, state: 'ACKED', confirm_time: NOW }))
  await noted(feed, 'MediumAlarm 8, Pump 8')
  push(played, one(7, { alarm_level: 5 }))
  await noted(feed, '2 new alarms')
  ;(await button(feed, 'Show all')).click()
  equal(heard.at(-1), { type: 'navigate', detail: { path: '/info/realTimeFault' } })
  await none(feed)
})
it('where the alarms are in sight they call without a note, and a feed beside which another calls has no sound', async () => {
  const played = await shown('mode="call" calls="sound"')
  push(played, one(9, { alarm_level: 5 }))
  await says(played.feed, 'Critical alarm: Alarm 9')
  equal(notes(played.feed).length, 0)
  await button(played.feed, 'Sound and notifications')
  const { feed } = await shown('calls="none" sound')
  await row(feed, 'Alarm 3')
  equal(feed.shadowRoot.querySelector('[aria-label="Sound and notifications"]'), null)
  equal(textOf(feed).includes('Browsers are silent'), false)
})
it('the marks of unconfirmed alarms flash together where the page wants it, below 3 times a second, and no others', async () => {
  const played = await shown('flash')
  const { feed } = played
  await row(feed, 'Alarm 3')
  const flashing = () =>
    feed.shadowRoot.getAnimations().filter((animation) => (animation as CSSAnimation).animationName === 'feed-flash')
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return equal(flashing().length, 0)
  await until('two of three', () => flashing().length === 2)
  push(played, one(9))
  await until('three', () => flashing().length === 3)
  await until('one beat', () => flashing().every(({ startTime }) => startTime === 0))
  for (const { effect } of flashing()) equal(Number(effect?.getTiming().duration) > 1000, true)
  feed.removeAttribute('flash')
  await until('none', () => flashing().length === 0)
})
it('the name of an alarm has the width of the row on a phone', async () => {
  const { feed } = await shown('', { rows: [one(1, { alarm_name_en: 'Discharge pressure too high' })] })
  feed.style.inlineSize = '366px'
  const name = await until('the name', () => feed.shadowRoot.querySelector<HTMLElement>('.feed-rows .feed-name'))
  await until('whole', () => name.clientWidth > 0 && name.scrollWidth <= name.clientWidth)
})
