import type { Connection } from '../../core/connection/connection.ts'
import { equal, place, turn, until } from './check.ts'

type Provider = HTMLElement & { connection: Connection | null; getToken: unknown; baseUrl: string | null }

/** Asks as any element of any library may. */
function ask(from: Element, subscribe = true): { got: Connection[]; stop: () => void } {
  const asked = { got: [] as Connection[], stop: () => {} }
  const callback = (connection: Connection, stop?: () => void) => {
    asked.got.push(connection)
    if (stop) asked.stop = stop
  }
  const event = new Event('context-request', { bubbles: true, composed: true })
  from.dispatchEvent(Object.assign(event, { context: 'sg-connection', contextTarget: from, callback, subscribe }))
  return asked
}

const provider = (box: ParentNode) => box.querySelector('sg-connection') as Provider

describe('<sg-connection>', () => {
  it('asked before it was defined, keeps what was set on it and calls its askers', async () => {
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

  it('answers elements inside it, also within shadow roots, and the nearest one wins', () => {
    const box = place(`<sg-connection base-url="http://outer.example"><section></section>
      <sg-connection base-url="http://inner.example"><i></i></sg-connection></sg-connection>`)
    const deep = document.createElement('p')
    box.querySelector('section')?.attachShadow({ mode: 'open' }).append(deep)
    equal(ask(deep).got[0]?.baseUrl, 'http://outer.example/')
    equal(ask(box.querySelector('i') as Element).got[0]?.baseUrl, 'http://inner.example/')
  })

  it('tells its askers of the next connection until they stop', async () => {
    const box = place('<sg-connection base-url="http://one.example"><p></p></sg-connection>')
    const inside = box.querySelector('p') as Element
    const [asked, once] = [ask(inside), ask(inside, false)]
    provider(box).setAttribute('base-url', 'http://two.example')
    const urls = () => asked.got.map(({ baseUrl }) => baseUrl)
    equal(urls(), ['http://one.example/', 'http://two.example/'])
    asked.stop()
    provider(box).setAttribute('base-url', 'http://three.example')
    equal(urls().length, 2)
    equal(once.got.length, 1)
  })

  it('hands down a connection of the page, and its own again when that is taken back', () => {
    const box = place('<sg-connection base-url="http://own.example"><p></p></sg-connection>')
    const asked = ask(box.querySelector('p') as Element)
    const [own] = asked.got
    const given = { baseUrl: 'given' } as Connection
    provider(box).connection = given
    equal(asked.got.at(-1), given)
    provider(box).connection = null
    equal(asked.got.at(-1)?.baseUrl, own?.baseUrl)
  })

  it('stays open while it is moved, and closes when it is taken off', async () => {
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

  it('leaves other contexts alone, and an address that is none opens nothing', () => {
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
})
