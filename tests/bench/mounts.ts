import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright'
import { DIST } from '../budget-table.ts'
import { snOf } from './bench-devices.ts'
import { openPages } from './bench-page.ts'
import { startBenchServer } from './bench-server.ts'
import { connectDevices } from './publishers.ts'
import { OURS, type Results } from './results.ts'

/** What stays after the first few is what the page needs for good: chunks, sheets, texts, the connection's stores. */
const WARM_UP = 25
const MOUNTS = 500
/** A channel is left a second after its last listener went; what is collected only then must not count as left. */
const SETTLED_MS = 2500

/** The part of a Custom Elements Manifest that is read. */
interface Manifest {
  modules: { declarations?: { tagName?: string }[] }[]
}

type Counted = Window & {
  left: () => { timers: number; globalListeners: number; observers: number; contexts: number; channels: number }
  mount: (tag: string, attributes: Record<string, string>, times: number) => Promise<number>
}

/** 500 mounts and unmounts of every element: what they leave behind, in all and by the mount. */
export default async function mounts(results: Results): Promise<void> {
  const server = await startBenchServer(2, 4)
  const devices = await connectDevices(server.mqtt, 2)
  for (const device of devices) await device.publish({ k0: 1, k1: 2, k2: 3, k3: 4 })
  const pages = await openPages()
  try {
    for (const tag of tags()) {
      const page = await pages.open(site(server.api, server.token), count)
      await page.waitForFunction(() => customElements.get('sg-connection'))
      await measure(results, page, tag)
      await page.close()
    }
  } finally {
    for (const device of devices) device.close()
    await pages.close()
    await server.stop()
  }
}

/** Every element that the build has. */
function tags(): string[] {
  const { modules } = JSON.parse(readFileSync(join(DIST, 'package/custom-elements.json'), 'utf8')) as Manifest
  const all = modules.flatMap(({ declarations = [] }) => declarations.flatMap(({ tagName }) => tagName ?? []))
  // It draws nothing, and so is never ready.
  return all.filter((tag) => tag !== 'sg-connection').sort()
}

/** One element stays: it keeps the socket and the channel open, for which each mount would wait otherwise. */
const site = (api: string, token: string) => `
<script type="module" src="${api}/elements/sightglass.js"></script>
<sg-connection base-url="${api}"><sg-status sn="${snOf(0)}"></sg-status><div id="place"></div></sg-connection>
<script>document.querySelector('sg-connection').getToken = () => ${JSON.stringify(token)}</script>`

async function measure(results: Results, page: Page, tag: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const attributes = { sn: snOf(0), point: 'k0' }
  const mount = (times: number) =>
    page.evaluate(([name, args, n]) => (window as unknown as Counted).mount(name, args, n), [
      tag,
      attributes,
      times,
    ] as const)
  await mount(WARM_UP)
  const before = await left(page, cdp)
  const tookMs = await mount(MOUNTS)
  const after = await left(page, cdp)
  results.add(tag, OURS, 'mount to ready to unmount', tookMs / MOUNTS, 'ms')
  for (const [metric, unit] of METRICS)
    results.add(tag, OURS, `left by ${MOUNTS}: ${metric}`, after[metric] - before[metric], unit)
}

const METRICS = [
  ['heap', 'KB'],
  ['nodes', ''],
  ['listeners', ''],
  ['timers', ''],
  ['globalListeners', ''],
  ['observers', ''],
  ['contexts', ''],
  ['channels', ''],
] as const

async function left(page: Page, cdp: CDPSession): Promise<Record<(typeof METRICS)[number][0], number>> {
  await page.waitForTimeout(SETTLED_MS)
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  const counted = await page.evaluate(() => (window as unknown as Counted).left())
  return {
    heap: of('JSHeapUsedSize') / 1024,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    ...counted,
  }
}

/** Runs in the page before anything else: counts what is begun and not ended. */
function count(): void {
  const timers = new Set<unknown>()
  for (const [begin, end] of [
    ['setInterval', 'clearInterval'],
    ['setTimeout', 'clearTimeout'],
  ] as const) {
    const [start, stop] = [window[begin].bind(window), window[end].bind(window)] as [
      typeof setTimeout,
      typeof clearTimeout,
    ]
    Object.assign(window, {
      [begin]: (run: () => void, ms?: number, ...rest: []) => {
        const id = start(
          () => {
            if (begin === 'setTimeout') timers.delete(id)
            run()
          },
          ms,
          ...rest,
        )
        timers.add(id)
        return id
      },
      [end]: (id: number) => {
        timers.delete(id)
        stop(id)
      },
    })
  }

  let globalListeners = 0
  for (const target of [window, document]) {
    const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)]
    const held = new Set<string>()
    const ids = new WeakMap<object, number>()
    let last = 0
    const keyOf = (type: string, listener: object, options: unknown) => {
      if (!ids.has(listener)) ids.set(listener, ++last)
      const isCapture =
        options === true || (typeof options === 'object' && Boolean((options as { capture?: boolean })?.capture))
      return `${type} ${ids.get(listener)} ${isCapture}`
    }
    target.addEventListener = (type: string, listener: never, options: never) => {
      add(type, listener, options)
      if ((options as { once?: boolean } | undefined)?.once) return
      held.add(keyOf(type, listener, options))
      globalListeners = held.size
    }
    target.removeEventListener = (type: string, listener: never, options: never) => {
      remove(type, listener, options)
      held.delete(keyOf(type, listener, options))
      globalListeners = held.size
    }
  }

  // Weakly: one that is forgotten with what it watched is not left behind.
  const observers = new Set<WeakRef<object>>()
  const refs = new WeakMap<object, WeakRef<object>>()
  for (const name of ['ResizeObserver', 'IntersectionObserver', 'MutationObserver'] as const) {
    const { prototype } = window[name]
    const { observe, disconnect } = prototype
    prototype.observe = function (this: never, ...rest: never) {
      const ref = refs.get(this) ?? new WeakRef(this)
      refs.set(this, ref)
      observers.add(ref)
      return (observe as (...args: never) => void).apply(this, rest)
    } as never
    prototype.disconnect = function (this: never) {
      const ref = refs.get(this)
      if (ref) observers.delete(ref)
      return disconnect.call(this)
    }
  }

  function living(): number {
    // What was counted must not itself be what is left.
    for (const ref of observers) if (!ref.deref()) observers.delete(ref)
    return observers.size
  }

  let contexts = 0
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: never) {
    if (/webgl|webgpu/.test(kind)) contexts += 1
    return (getContext as (...args: unknown[]) => unknown).call(this, kind, ...(rest as []))
  } as never

  const channels = new Set<string>()
  const { send } = WebSocket.prototype
  WebSocket.prototype.send = function (text: string) {
    const frame = JSON.parse(text)
    if (frame.type === 'subscribe') for (const channel of frame.channels) channels.add(channel)
    if (frame.type === 'unsubscribe') for (const channel of frame.channels) channels.delete(channel)
    this.addEventListener('close', () => channels.clear(), { once: true })
    return send.call(this, text)
  }

  Object.assign(window, {
    left: () => ({
      timers: timers.size,
      globalListeners,
      observers: living(),
      contexts,
      channels: channels.size,
    }),
    mount: async (tag: string, attributes: Record<string, string>, times: number) => {
      const place = document.querySelector('#place') as HTMLElement
      const began = performance.now()
      for (let n = 0; n < times; n++) {
        const element = document.createElement(tag)
        for (const [name, text] of Object.entries(attributes)) element.setAttribute(name, text)
        const ready = new Promise((resolve) => element.addEventListener('sg-ready', resolve, { once: true }))
        place.append(element)
        await ready
        element.remove()
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return performance.now() - began
    },
  })
}
