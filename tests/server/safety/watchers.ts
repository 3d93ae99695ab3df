import { once } from 'node:events'
import { WebSocket } from 'ws'
import { SHARE_SOCKET_PATH } from '../../../core/contract/share-link.ts'
import { renewed, sharedDevice } from './gallery.ts'
import { leakIn } from './sweep.ts'
import type { Person } from './tenant.ts'
import { reportHot, type World } from './world.ts'

const SOON_MS = 60_000

/** Waits for a condition, as long as anything may take here. */
export async function soon(isSo: () => boolean, what: string): Promise<void> {
  const until = Date.now() + SOON_MS
  while (!isSo()) {
    if (Date.now() > until) throw new Error(`not within ${SOON_MS} ms: ${what}`)
    await new Promise((go) => setTimeout(go, 20))
  }
}

/** A socket of a person that keeps every text it hears. */
export class Watcher {
  readonly texts: string[] = []
  closeCode: number | null = null
  readonly #socket: WebSocket
  #pings = 0
  #pongs = 0
  /** Who says nothing for long is taken for gone, and a sweep on a busy machine lasts. */
  readonly #beat = setInterval(() => this.#socket.readyState === WebSocket.OPEN && this.#ping(), 10_000)

  readonly #isVisitor: boolean

  constructor(url: string, origin: string | undefined, isVisitor = false) {
    this.#isVisitor = isVisitor
    this.#socket = new WebSocket(
      isVisitor ? new URL(SHARE_SOCKET_PATH, url) : url,
      origin === undefined ? {} : { origin },
    )
    this.#socket.on('message', (bytes) => {
      const text = String(bytes)
      this.texts.push(text)
      if (text.includes('"pong"')) this.#pongs++
    })
    this.#socket.on('close', (code) => {
      clearInterval(this.#beat)
      this.closeCode = code
    })
    this.#socket.on('error', () => {})
  }
  say(frame: object): void {
    this.#socket.send(JSON.stringify(frame))
  }
  hears(part: string): boolean {
    return this.texts.some((text) => text.includes(part))
  }
  async signIn(token: string): Promise<this> {
    await once(this.#socket, 'open')
    this.say(this.#isVisitor ? { type: 'auth', share: token } : { type: 'auth', token })
    await soon(() => this.hears('"ready"') || this.closeCode !== null, 'a socket is let in')
    return this
  }
  /** Asks for every device there is, and for the alarms. */
  async subscribe(sns: readonly (string | number)[]): Promise<void> {
    this.texts.length = 0
    this.say({ type: 'subscribe', channels: ['alarms', ...sns.map((sn_code) => `device/${sn_code}`)], rate: 20 })
    await this.heard()
  }
  /** Resolves when all that was said before is answered. */
  async heard(): Promise<void> {
    const wanted = this.#pings + 1
    this.#ping()
    await soon(() => this.#pongs >= wanted, 'a ping is answered')
  }
  #ping(): void {
    this.#pings++
    this.say({ type: 'ping' })
  }
  end(): void {
    clearInterval(this.#beat)
    this.#socket.terminate()
  }
}

/** What a socket heard, without the channels that it requested itself and was refused. */
const withoutEcho = (text: string): string =>
  JSON.stringify(
    [JSON.parse(text)]
      .flat()
      .map(({ channel, ...frame }) => (frame.type === 'refused' ? frame : { channel, ...frame })),
  )

/** Whether a device is one that the person hears of: a visitor, or a guest of a dashboard, hears of the one that the link is for. */
function isHeardBy({ who, isOfDashboard, tenant: { devices } }: Person, sn_code: string): boolean {
  const isHidden = devices.get(sn_code)?.isHidden ?? true
  if (who === 'visitor' || isOfDashboard) return sn_code === sharedDevice(devices)
  return who.startsWith('administrator') || !isHidden
}

export interface Watching {
  /** Devices report while everybody listens; returns what somebody heard and should not. */
  listen(): Promise<string[]>
  end(): void
}

/** Everybody who may sign in listens. */
export async function watch(world: World): Promise<Watching> {
  const { plant, people, tenants } = world
  const watchers = new Map<Person, Watcher>()
  const signedIn = people.filter(({ token }) => token !== null)
  await Promise.all(
    signedIn.map(async (person) => {
      const isVisitor = person.who === 'visitor'
      const watcher = new Watcher(plant.url, person.origin, isVisitor)
      watchers.set(person, watcher)
      await watcher.signIn(isVisitor ? renewed(world.server, person) : (person.token as string))
    }),
  )

  return {
    async listen() {
      const sns = tenants.flatMap(({ ids }) => ids.device.map(({ id }) => id))
      const all = [...watchers.values()]
      await Promise.all(all.map((watcher) => watcher.subscribe(sns)))
      const notes = await Promise.all(
        tenants.flatMap((tenant) =>
          [...tenant.devices.keys()].map(async (sn_code) => {
            const isHot = !tenant.devices.get(sn_code)?.isHot
            const note = await reportHot(plant, tenant, sn_code, isHot)
            return { tenant, note, sn_code }
          }),
        ),
      )
      // Without it the silence of the others would prove nothing.
      for (const { tenant, note, sn_code } of notes)
        for (const person of tenant.people.filter((one) => isHeardBy(one, sn_code)))
          await soon(() => watchers.get(person)?.hears(note) ?? false, `${person.who} hears of the own device`)
      const leaks: string[] = []
      await Promise.all(all.map((watcher) => watcher.heard()))
      for (const [person, watcher] of watchers) {
        for (const text of watcher.texts) {
          const leak = leakIn(world, person, withoutEcho(text), 'socket')
          if (leak) leaks.push(`${person.who} of ${person.tenant.tenant_id} heard ${leak}`)
        }
      }
      return leaks
    },
    end() {
      for (const watcher of watchers.values()) watcher.end()
    },
  }
}
