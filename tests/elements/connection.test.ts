import type { Connection } from '../../core/connection/connection.ts'
import { $defaultConnection } from '../../core/connection/default.ts'
import { equal, expectComplaint, place, turn, until } from './check.ts'

type Provider = HTMLElement & {
  connection: Connection | null
  getToken: unknown
  token: string | null
  baseUrl: string | null
  problem: string | null
}

// No console of these names answers, and none is asked.
const { fetch } = window
window.fetch = (call, init) =>
  /^http:\/\/\w+\.example\//.test(String(call)) ? new Promise(() => {}) : fetch(call, init)

/** Asks as any element of any library may. */
function ask(from: Element, subscribe = true): { got: Connection[]; stop: () => void } {
  const lookup = { got: [] as Connection[], stop: () => {} }
  const callback = (connection: Connection, stop?: () => void) => {
    lookup.got.push(connection)
    if (stop) lookup.stop = stop
  }
  const event = new Event('context-request', { bubbles: true, composed: true })
  from.dispatchEvent(Object.assign(event, { context: 'sg-connection', contextTarget: from, callback, subscribe }))
  return lookup
}

const provider = (box: ParentNode) => box.querySelector('sg-connection') as Provider

it('<sg-connection> keeps properties set before it was defined, and answers earlier requests', async () => {
  const box = place('<sg-connection><p></p></sg-connection>')
  const getToken = () => 'T'
  Object.assign(provider(box), { getToken, baseUrl: 'http://early.example' })
  let isAnnounced = false
  box.addEventListener('context-provider', () => {
    isAnnounced = true
  })
  await import('../../elements/live/index.ts')
  await until('it announces itself', () => isAnnounced)
  equal(provider(box).getToken, getToken)
  equal(provider(box).connection?.baseUrl, 'http://early.example/')
  equal(provider(box).outerHTML.includes('getToken'), false)
})

it('<sg-connection> answers elements inside it, also within shadow roots, and the nearest one wins', () => {
  const box = place(`<sg-connection base-url="http://outer.example"><section></section>
    <sg-connection base-url="http://inner.example"><i></i></sg-connection></sg-connection>`)
  const deep = document.createElement('p')
  box.querySelector('section')?.attachShadow({ mode: 'open' }).append(deep)
  equal(ask(deep).got[0]?.baseUrl, 'http://outer.example/')
  equal(ask(box.querySelector('i') as Element).got[0]?.baseUrl, 'http://inner.example/')
})

it('<sg-connection> tells its askers of the next connection until they stop', async () => {
  const box = place('<sg-connection base-url="http://one.example"><p></p></sg-connection>')
  const inside = box.querySelector('p') as Element
  const [following, once] = [ask(inside), ask(inside, false)]
  provider(box).setAttribute('base-url', 'http://two.example')
  const urls = () => following.got.map(({ baseUrl }) => baseUrl)
  equal(urls(), ['http://one.example/', 'http://two.example/'])
  following.stop()
  provider(box).setAttribute('base-url', 'http://three.example')
  equal(urls().length, 2)
  equal(once.got.length, 1)
})

it('<sg-connection> hands down a connection of the page, and its own again when that is taken back', () => {
  const box = place('<sg-connection base-url="http://own.example"><p></p></sg-connection>')
  const found = ask(box.querySelector('p') as Element)
  const [own] = found.got
  const assigned = { baseUrl: 'given' } as Connection
  provider(box).connection = assigned
  equal(found.got.at(-1), assigned)
  provider(box).connection = null
  equal(found.got.at(-1)?.baseUrl, own?.baseUrl)
})

it('<sg-connection> stays open while it is moved, and closes when it is taken off', async () => {
  const box = place('<sg-connection base-url="http://moved.example"></sg-connection><section></section>')
  const element = provider(box)
  const before = element.connection
  box.querySelector('section')?.append(element)
  await turn()
  equal(element.connection, before)
  element.remove()
  await turn()
  equal(element.connection, null)
})

it('<sg-connection> takes a token off its tag at once', () => {
  const box = place('<sg-connection base-url="http://secret.example" token="SECRET"></sg-connection>')
  equal(provider(box).token, 'SECRET')
  equal(box.innerHTML.includes('SECRET'), false)
  provider(box).setAttribute('token', 'NEXT')
  equal([provider(box).token, provider(box).hasAttribute('token')], ['NEXT', false])
})

it("<sg-connection> is the page's default while it says so, and a second one is told that it is not", async () => {
  const box = place(
    '<sg-connection default base-url="http://first.example"></sg-connection><sg-connection base-url="http://second.example"></sg-connection>',
  )
  const [first, second] = box.querySelectorAll<Provider>('sg-connection')
  equal($defaultConnection.get()?.baseUrl, 'http://first.example/')
  const events: string[] = []
  expectComplaint(/Two <sg-connection> of this page are its default/)
  second?.addEventListener('sg-error', (event) => events.push((event as CustomEvent).detail.problem))
  second?.toggleAttribute('default', true)
  await until('the second is told', () => events.includes('two-defaults'))
  equal($defaultConnection.get()?.baseUrl, 'http://first.example/')
  first?.remove()
  await turn()
  equal($defaultConnection.get(), null)
})

for (const [url, problem] of [
  ['http://[broken', 'bad-base-url'],
  ['', 'bad-base-url'],
  ['ftp://console.example', 'base-url-scheme'],
  ['javascript:alert(1)', 'base-url-scheme'],
  ['127.0.0.1:18080', 'base-url-scheme'],
  ['console.example.com', 'base-url-scheme'],
  ['console.example.com:443/folder', 'base-url-scheme'],
] as const) {
  it(`base-url="${url}" opens nothing and says ${problem}`, async () => {
    const box = place('<sg-connection></sg-connection>')
    const events: string[] = []
    box.addEventListener('sg-error', (event) => events.push((event as CustomEvent).detail.problem))
    if (url) expectComplaint(/base-url (is not an address|has to begin with)/)
    provider(box).setAttribute('base-url', url)
    equal([provider(box).connection, provider(box).problem], [null, problem])
    if (url) await until('it is reported', () => events.includes(problem))
  })
}

it('<sg-connection> names a token-url that never answers, hangs up on it, and asks again', async () => {
  const hung: AbortSignal[] = []
  let [isBack, isAnswered] = [false, false]
  const { fetch, setTimeout } = window
  // The 20 seconds are not waited for.
  window.setTimeout = ((run: () => void, ms?: number) => setTimeout(run, ms === 20_000 ? 20 : ms)) as never
  window.fetch = (async (url: URL | string, init: RequestInit = {}) => {
    if (!String(url).endsWith('/hanging-token')) return fetch(url, init)
    if (isBack) {
      isAnswered = true
      return new Response('{"token":"a.b.c"}')
    }
    const signal = init.signal as AbortSignal
    hung.push(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }) as typeof window.fetch
  try {
    const box = place('<sg-connection base-url="http://hanging.example"></sg-connection>')
    const events: string[] = []
    expectComplaint(/No token came within 20 seconds/)
    box.addEventListener('sg-error', (event) => events.push((event as CustomEvent).detail.problem))
    provider(box).setAttribute('token-url', '/hanging-token')
    await until('it is reported', () => events.includes('token-timeout'))
    equal(hung[0]?.aborted, true)
    isBack = true
    await until('it is asked again', () => isAnswered)
  } finally {
    Object.assign(window, { fetch, setTimeout })
  }
})

it('two ways to a token are told, with the one that counts', async () => {
  const box = place('<sg-connection base-url="http://many.example"></sg-connection>')
  const events: { problem: string; docs: string }[] = []
  box.addEventListener('sg-error', (event) => events.push((event as CustomEvent).detail))
  expectComplaint(/Only one of token, token-url and getToken/)
  provider(box).token = 'A'
  provider(box).getToken = () => 'B'
  const found = await until('it is reported', () => events.find(({ problem }) => problem === 'two-token-sources'))
  equal(found.docs, 'http://many.example/docs/embedding#two-token-sources')
})

it('<sg-connection> leaves other contexts alone, and an address that is none opens nothing', () => {
  expectComplaint(/base-url is not an address/)
  const box = place('<sg-connection base-url="http://[broken"><p></p></sg-connection>')
  equal(ask(box.querySelector('p') as Element).got.length, 0)
  let passedOn = false
  box.addEventListener('context-request', () => {
    passedOn = true
  })
  const other = Object.assign(new Event('context-request', { bubbles: true }), {
    context: 'theme',
    callback: () => {},
  })
  box.querySelector('p')?.dispatchEvent(other)
  equal(passedOn, true)
})
