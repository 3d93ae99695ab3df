import { sendKeys } from '@web/test-runner-commands'
import type { Feed } from './alarm-feed-driver.ts'
import { equal, until } from './check.ts'

// Its element is loaded there, in a chunk of its own.
const { button, grid, names, one, push, row, says, shown, textOf } = await import('./alarm-feed-driver.ts')
const { RHYTHMS, sound } = await import('../../elements/screens/alarm-feed/sound/tones.ts')

const choose = async (feed: Feed, name: string) => {
  ;(await button(feed, 'Sound and notifications')).click()
  const entry = await until(`${name} in the menu`, () =>
    Array.from(feed.shadowRoot.querySelectorAll<HTMLElement>('[role^=menuitem]')).find(({ textContent }) =>
      textContent?.startsWith(name),
    ),
  )
  entry.click()
}

const RATE = 22_050
/** Where it is heard, in whole ms, and how loud it is at most. */
async function rendered(level: number) {
  const context = new OfflineAudioContext(1, RATE * 1.5, RATE)
  sound(context, level)
  const samples = (await context.startRendering()).getChannelData(0)
  let [first, last, peak] = [-1, -1, 0]
  samples.forEach((sample, at) => {
    if (Math.abs(sample) < 0.01) return
    first = first < 0 ? at : first
    last = at
    peak = Math.max(peak, Math.abs(sample))
  })
  return { fromMs: (first * 1000) / RATE, toMs: (last * 1000) / RATE, peak }
}

it('the sound of a level is heard at once, as long as its rhythm, no level louder than another', async () => {
  for (const level of [1, 2, 3, 4, 5]) {
    const { fromMs, toMs, peak } = await rendered(level)
    const ends = Math.max(...(RHYTHMS[level] ?? []).map(([, from, lasts]) => from + lasts))
    equal([level, fromMs < 5, Math.abs(toMs - ends) < 5], [level, true, true])
    equal([level, peak > 0.2 && peak < 0.23], [level, true])
  }
})
it('the sound of a level is told from every other by its rhythm alone', () => {
  const rhythms = [1, 2, 3, 4, 5].map((level) => JSON.stringify(RHYTHMS[level]?.map(([, ...when]) => when)))
  equal(new Set(rhythms).size, 5)
})

/** Samples that are listened to at a time, the last 0.7 s: a short sound is over before a busy page looks again. */
const HEARD = 32_768

/** How loud it is in the page right now: what goes to its loudspeaker is heard by an analyser too. */
function listenIn() {
  const { connect } = AudioNode.prototype
  const ears: AnalyserNode[] = []
  AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
    if (to[0] instanceof AudioDestinationNode && !(this.context instanceof OfflineAudioContext)) {
      const ear = new AnalyserNode(this.context, { fftSize: HEARD })
      ears.push(ear)
      Reflect.apply(connect, this, [ear])
    }
    return Reflect.apply(connect, this, to)
  } as typeof connect
  const samples = new Float32Array(HEARD)
  return {
    loudness: () =>
      Math.max(
        ...ears.map((ear) => {
          if (ear.context.state !== 'running') return 0
          ear.getFloatTimeDomainData(samples)
          return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
        }),
        0,
      ),
    stop: () => {
      AudioNode.prototype.connect = connect
    },
  }
}

const ear = listenIn()
after(() => ear.stop())
const isHeard = () => until('heard', () => ear.loudness() > 0.05)
const isSilent = () => until('silent', () => ear.loudness() < 0.001)

it('the alarm sound says that the browser keeps it silent, until something is pressed', async () => {
  const { feed } = await shown('sound')
  if (!navigator.userActivation.hasBeenActive) await says(feed, 'Browsers are silent until something is pressed')
  await sendKeys({ press: 'n' })
  await until('awake', () => !textOf(feed).includes('Browsers are silent'))
})
it('the alarm sound comes with an alarm and calls again, is muted at once, and comes back by itself or when it is wanted', async () => {
  const played = await shown('sound', { rows: [one(1, { alarm_level: 1 })] })
  const { feed } = played
  await row(feed, 'Alarm 1')
  await sendKeys({ press: 'n' })
  push(played, one(9, { alarm_level: 5 }))
  await isHeard()
  await choose(feed, 'Mute for 5 min')
  await says(feed, 'Muted for 5 min')
  await isSilent()
  await choose(feed, 'End muting')
  await isHeard()
  await choose(feed, 'Sound')
  await isSilent()
})
it('the alarm sound that calls again is silenced by one press until the next new alarm, and stays on', async () => {
  const played = await shown('sound mode="call"', { rows: [one(1, { alarm_level: 5 })] })
  const { feed } = played
  await sendKeys({ press: 'n' })
  await isHeard()
  ;(await button(feed, 'Silence')).click()
  await says(feed, 'Silenced')
  await isSilent()
  push(played, one(9, { alarm_level: 4 }))
  await isHeard()
  await button(feed, 'Silence')
  await choose(feed, 'Sound')
  await isSilent()
  await until('nothing to silence', () => !textOf(feed).includes('Silence'))
})
it('each level of the alarm sound is heard by a press, as loud as it was set, and the menu stays open', async () => {
  const { feed } = await shown('sound mode="call"', { rows: [] })
  await sendKeys({ press: 'n' })
  await choose(feed, 'Volume: loud')
  await until('louder', () => ear.loudness() > 0.4)
  await isSilent()
  const entry = await until('the menu is open', () =>
    Array.from(feed.shadowRoot.querySelectorAll<HTMLElement>('[role^=menuitem]')).find(
      ({ textContent }) => textContent === 'Test: Critical',
    ),
  )
  entry.click()
  await until('louder', () => ear.loudness() > 0.4)
  await isSilent()
  equal(localStorage.getItem('sg-choice:alarm-volume'), 'loud')
})
it('the alarm sound is heard also of an alarm that a search leaves out', async () => {
  const played = await shown('sound search="Alarm 2"')
  await names(played.feed, ['Alarm 2'])
  await sendKeys({ press: 'n' })
  push(played, one(9, { alarm_level: 5 }))
  await isHeard()
  await says(played.feed, 'Critical alarm: Alarm 9')
  await choose(played.feed, 'Sound')
  await isSilent()
})
it('the alarm sound stays muted in the next feed of the page', async () => {
  const first = await shown('sound')
  await names(first.feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
  await choose(first.feed, 'Mute for 15 min')
  first.box.remove()
  const { feed } = await shown('sound')
  await says(feed, 'Muted for 15 min')
  await choose(feed, 'End muting')
})
it('the alarm sound can be muted in a banner and in a compact one too', async () => {
  for (const mode of ['banner', 'compact']) {
    const { feed } = await shown(`sound mode="${mode}"`)
    await choose(feed, 'Mute for 5 min')
    await choose(feed, 'End muting')
  }
})

// Pages that are not secure have none.
if (isSecureContext)
  describe('browser notifications', () => {
    const real = window.Notification
    let prompts = 0
    let made: { title: string; body: string | undefined; onclick: (() => void) | null; close: () => void }[] = []
    /** The browser's own, as far as the feed knows it, with a user who answers at once. */
    const browser = (permission: NotificationPermission, answer: NotificationPermission) => {
      ;[prompts, made] = [0, []]
      class Played {
        static permission = permission
        static requestPermission() {
          prompts += 1
          Played.permission = answer
          return Promise.resolve(answer)
        }
        constructor(title: string, { body }: NotificationOptions) {
          made.push(Object.assign(this, { title, body, onclick: null, close() {} }))
        }
      }
      Object.assign(window, { Notification: Played })
    }
    const looksAway = () => Object.assign(document, { hasFocus: () => false })
    afterEach(() => {
      Object.assign(window, { Notification: real })
      Reflect.deleteProperty(document, 'hasFocus')
    })
    it('browser notifications are asked for when the user wants them, come when nobody looks, and lead to the alarm', async () => {
      browser('default', 'granted')
      const played = await shown()
      const { feed, heard } = played
      await names(feed, ['Alarm 3', 'Alarm 2', 'Alarm 1'])
      equal(prompts, 0)
      await choose(feed, 'Browser notifications')
      await until('requested', () => prompts === 1)
      push(played, one(7, { alarm_level: 5 }))
      await row(feed, 'Alarm 7')
      equal(made.length, 0)
      looksAway()
      push(played, one(8, { alarm_level: 5, alarm_info_en: '95 > 90' }), one(6, { alarm_level: 2 }))
      await until('reported', () => made.length === 1)
      equal([made[0]?.title, made[0]?.body], ['Critical alarm: Alarm 8, Pump 8 · PUMP8', '95 > 90'])
      made[0]?.onclick?.()
      await until('open', () => heard.some(({ type, detail }) => type === 'alarm-open' && detail.alarm_id === '8'))
      push(played, one(10, { alarm_level: 5 }), one(11, { alarm_level: 4 }))
      await until('reported', () => made.length === 2)
      equal([made[1]?.title, made[1]?.body], ['2 new, worst Critical', 'Alarm 10, Pump 10 · PUMP10'])
    })
    it('browser notifications that the user forbids are reported as such at once, and stay off', async () => {
      browser('default', 'denied')
      const { feed, server } = await shown()
      await grid(feed)
      await choose(feed, 'Browser notifications')
      const [toast] = await until('reported', () => {
        const toasts = server.connection.toasts.$toasts.get()
        return toasts.length > 0 && toasts
      })
      equal(toast?.message.en, 'Notifications are blocked in the browser')
      ;(await button(feed, 'Sound and notifications')).click()
      await says(feed, 'Notifications are blocked in the browser')
      equal([prompts, localStorage.getItem('sg-choice:alarm-notices')], [1, 'off'])
    })
    it('browser notifications that are forbidden are reported as such and never requested', async () => {
      browser('denied', 'denied')
      const { feed } = await shown()
      await grid(feed)
      ;(await button(feed, 'Sound and notifications')).click()
      await says(feed, 'Notifications are blocked in the browser')
      equal(prompts, 0)
    })
  })
