import { sendKeys, setViewport } from '@web/test-runner-commands'
import { messageOf } from '../../core/catalogue/codes.ts'
import { type Lang, translate } from '../../core/text/define-text.ts'
import { words } from '../../core/text/words.ts'
import { text as listText } from '../../elements/parts/list/text.ts'
import { text as partsText } from '../../elements/parts/text.ts'
import { axeFindsNothingIn, paintPage, seenIn } from './axe-finds.ts'
import { type ListPage, type Page, type Played, ROW } from './axe-page.ts'
import { equal, place, sg, until } from './check.ts'
import type { Answers, PlayedRequest } from './played-server.ts'

// As pages get it: the runner loads this file's own chunk under a second address.
const { PAGES } = await import('./shown-page.ts')
const { holding, playServer, Refused } = await import('./played-server.ts')
const { text: staleText } = await import('../../elements/parts/StaleNote.tsx')
const { PERMISSION_CODES } = await import('../../core/catalogue/permissions.ts')

interface Listed extends Page {
  tag: string
  list: ListPage
}
const LISTS = Object.entries(PAGES).flatMap(([tag, pages]) =>
  pages.flatMap((page): Listed[] => (page.list ? [{ ...page, tag, list: page.list }] : [])),
)
const MANY = 45
const LANGUAGES = ['zh', 'en'] as const
const CHINESE = /[\u3000-\u303f\u3400-\u9fff\uff01-\uff5e]/

type Answer = Answers[string]
type Rows = { rows: unknown[]; total?: number } | unknown[]
const never: Answer = () => new Promise(() => {})
const lost: Answer = () => {
  throw new TypeError('Failed to fetch')
}
const rowsOf = (answer: Rows) => (Array.isArray(answer) ? answer : answer.rows)
const isPaged = (answer: Rows) => !Array.isArray(answer) && answer.total !== undefined
const withRows = (answer: Rows, rows: unknown[], total: number) =>
  Array.isArray(answer) ? rows : { ...answer, rows, ...(isPaged(answer) && { total }) }

/** A list on its page, whose call is answered as the test goes. */
class Walk {
  readonly full: Answer
  readonly page: Listed
  /** Of three pages. */
  readonly total: number
  played!: Played
  constructor(page: Listed) {
    this.page = page
    this.total = page.list.total ?? MANY
    this.full = page.answers[page.list.call] as Answer
  }
  async open(first: Answer, look = '') {
    paintPage(look)
    localStorage.clear()
    const { tag, attributes = {}, answers, list } = this.page
    const server = await playServer({
      ...answers,
      ...holding([...PERMISSION_CODES, 'administrator']),
      [list.call]: first,
    })
    const markup = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
    const box = place(`<${tag} lang="zh" ${look} ${markup.join(' ')}></${tag}>`)
    const element = sg(box, tag) as Played['element']
    Object.assign(element, { connection: server.connection })
    this.played = { server, element }
    opened.push(this.played)
    return this
  }
  get root() {
    return this.played.element.shadowRoot
  }
  answer(next: Answer) {
    this.played.server.answers[this.page.list.call] = next
  }
  /** All rows there are, on one page. */
  one: Answer = (request) => {
    const answer = this.full(request) as Rows
    return withRows(answer, rowsOf(answer), rowsOf(answer).length)
  }
  none: Answer = (request) => withRows(this.full(request) as Rows, [], 0)
  /** A page that is gone: there are rows on the first one. */
  beyond: Answer = (request) => {
    const answer = this.full(request) as Rows
    return withRows(answer, [], rowsOf(answer).length)
  }
  /** Three pages of the same rows, and none beyond. */
  many: Answer = (request) => {
    const answer = this.full(request) as Rows
    return withRows(answer, Number(request.query.get('page')) > 3 ? [] : rowsOf(answer), this.total)
  }
  rows = () => [...this.root.querySelectorAll<HTMLElement>(this.page.list.row ?? ROW)]
  /** Rows that are not about to be replaced. */
  async hasRows() {
    await until('its rows', () => this.rows().length > 0 && !this.root.querySelector('[aria-busy=true]'))
  }
  lastAsked = () => this.played.server.requestsOf(this.page.list.call).at(-1) as PlayedRequest
  /** In each language, which nothing of the other one is left in. */
  async inBoth(check: (lang: Lang) => unknown) {
    for (const lang of LANGUAGES) {
      this.played.element.lang = lang
      await until(lang, () => this.root.querySelector(`[lang|=${lang}]`))
      await check(lang)
    }
    equal(
      textsOf(this.root).filter((text) => CHINESE.test(text)),
      [],
    )
  }
  /** Something with this role says this. */
  announces = (role: 'alert' | 'status', ...wanted: string[]) =>
    until(
      () => `${role} "${wanted}", there is ${this.#saying(role).join(' | ')}`,
      () => this.#saying(role).some((said) => wanted.every((part) => said.includes(part))),
    )
  #saying = (role: string) =>
    Array.from(
      this.root.querySelectorAll(`[role=${role}]`),
      ({ textContent, ariaLabel }) => ariaLabel ?? textContent ?? '',
    )
  button = (name: string, within = '') =>
    until(`a button ${name}`, () =>
      Array.from(this.root.querySelectorAll<HTMLButtonElement>(`${within} button`)).find(
        ({ textContent, ariaLabel }) => textContent?.trim() === name || ariaLabel === name,
      ),
    )
  has = (name: string, within = '') =>
    Array.from(this.root.querySelectorAll(`${within} button`)).some(({ textContent }) => textContent?.trim() === name)
  /** What the element as a whole says; a part of it says only what is not well. */
  isIn = (state: string) =>
    (this.page.tag === 'sg-device-monitor' && ['loading', 'empty', 'ready'].includes(state)) ||
    until(
      () => `${state}, is ${this.played.element.dataset.sgState}`,
      () => this.played.element.dataset.sgState === state,
    )
}
const opened: Played[] = []
afterEach(async () => {
  for (const { server } of opened.splice(0)) server.connection.dispose()
  localStorage.clear()
  await setViewport({ width: 1600, height: 900 })
})

/** Every text that is read or spoken. */
function textsOf(root: ParentNode): string[] {
  const texts: string[] = []
  for (const element of root.querySelectorAll('*')) {
    for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '')
    for (const node of element.childNodes) if (node instanceof Text) texts.push(node.data)
  }
  return texts.map((text) => text.trim()).filter(Boolean)
}

/** What sticks out of the window, or of a box that neither scrolls nor shows it. */
function cutOff(root: ShadowRoot): string[] {
  const range = document.createRange()
  const cut: string[] = []
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const text = [...element.childNodes].find((node) => node instanceof Text && node.data.trim() !== '')
    if (!text || element.closest('.sg-hidden-visually, svg, [role=status]:empty') || !element.checkVisibility())
      continue
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    if (width === 0) continue
    let low = 0
    let high = window.innerWidth
    for (let box: HTMLElement | null = element; box; box = box.parentElement) {
      const { overflowX, textOverflow, clipPath } = getComputedStyle(box)
      if (clipPath !== 'none' || textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') {
        low = Number.NEGATIVE_INFINITY
        high = Number.POSITIVE_INFINITY
        break
      }
      if (overflowX === 'visible') continue
      const edge = box.getBoundingClientRect()
      low = Math.max(low, edge.left)
      high = Math.min(high, edge.right)
    }
    if (left < low - 1 || right > high + 1) cut.push(`${element.className || element.localName}: ${text.textContent}`)
  }
  return cut
}

/** What has to be scrolled sideways to be read; tabs and a matrix are by their nature. */
const scrolledSideways = (root: ShadowRoot) =>
  [...root.querySelectorAll('*:not([role=tablist], .matrix)')]
    .filter((box) => /auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1)
    .map(({ className }) => className)

/** Heads, states and times that are not read whole in their column; a name or a sentence may end in an ellipsis. */
const shortened = (root: ShadowRoot) =>
  [...root.querySelectorAll<HTMLElement>('.table-title, .table-cell')]
    .filter((cell) => cell.matches('.table-title, :has(.mark)') || /\d:\d\d/.test(cell.textContent ?? ''))
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map(({ textContent }) => `shortened: ${textContent}`)

it('every list of the kit is walked', () => {
  const sources = import.meta.glob<string>(
    ['../../elements/{parts,screens}/**/*.{ts,tsx}', '!../../elements/parts/{list,inbox}/*'],
    { query: '?raw', import: 'default', eager: true },
  )
  const written = Object.entries(sources).flatMap(([path, source]) =>
    Array.from(source.matchAll(/\b(?:useList|useWholeList|useRows|useInbox)\(/g), () =>
      path.replace('../../elements/', ''),
    ),
  )
  const walked = [...new Map(LISTS.map(({ list }) => [`${list.file} ${list.call}`, list.file])).values()]
  equal(walked.sort(), written.sort())
})

await setViewport({ width: 1600, height: 900 })

LISTS.forEach((page, index) => {
  const { tag, shape, list } = page
  const name = shape ? `<${tag}>, ${shape},` : `<${tag}>`
  const { look, languages } = seenIn(index)
  const open = (first: (walk: Walk) => Answer) => {
    const walk = new Walk(page)
    return walk.open(first(walk), look)
  }
  async function axe({ played: { element } }: Walk) {
    await axeFindsNothingIn(languages, element)
    element.lang = 'en'
  }

  describe(`the list ${name}`, () => {
    it(`${name} says that it loads`, async () => {
      const walk = await open(() => never)
      await walk.inBoth((lang) => walk.announces('status', translate(words, lang).loading))
      await walk.isIn('loading')
      await axe(walk)
    })
    it(`${name} says that it failed and how to go on, and has its rows when it is tried again`, async () => {
      const walk = await open(() => () => new Refused('100002'))
      await walk.inBoth(async (lang) => {
        await walk.announces('alert', messageOf('100002', lang), translate(partsText, lang).refusedWhy, '100002')
        await walk.button(translate(words, lang).retry, '[role=alert]')
      })
      await walk.isIn('error')
      await axe(walk)
      walk.answer(walk.one)
      ;(await walk.button('Retry', '[role=alert]')).click()
      await walk.hasRows()
      equal(walk.root.querySelector('[role=alert]'), null)
    })
    it(`${name} says who may not see it, and offers no second try`, async () => {
      const walk = await open(() => () => new Refused('100015'))
      await walk.inBoth(async (lang) => {
        await walk.announces('alert', messageOf('100015', lang), translate(partsText, lang).forbiddenWhy)
        equal(walk.has(translate(words, lang).retry), false)
      })
      await walk.isIn('forbidden')
      await axe(walk)
    })
    it(`${name} says that the session is over`, async () => {
      const walk = await open(() => () => new Refused('100009'))
      await walk.inBoth((lang) => walk.announces('alert', translate(partsText, lang).expired))
      await walk.isIn('expired')
      await axe(walk)
    })
    it(`${name} says what it is for where it has no row`, async () => {
      const walk = await open(({ none }) => none)
      const said: string[] = []
      await walk.inBoth(async (lang) => {
        const title = await until('a title', () => walk.root.querySelector('.notice-title')?.textContent)
        const why = walk.root.querySelector('.notice-text')?.textContent ?? ''
        said.push(title, why)
        equal([CHINESE.test(title), CHINESE.test(why), why.length > 4], [lang === 'zh', lang === 'zh', true])
        await walk.announces('status', title)
      })
      equal(new Set(said).size, 4)
      equal(walk.root.querySelector('.pagination'), null)
      await walk.isIn('empty')
      await axe(walk)
    })
    it(`${name} leads the keyboard to its rows`, async () => {
      const walk = await open(({ one }) => one)
      await walk.hasRows()
      await walk.inBoth(() => {})
      await walk.isIn('ready')
      equal(walk.root.querySelector('.pagination [aria-label="Next page"]:enabled') === null, true)
      for (let tabs = 0; !reached(walk); tabs++) {
        if (tabs > 60) throw new Error('60 times Tab leads to no row')
        await sendKeys({ press: 'Tab' })
      }
      await axe(walk)
    })
    if (
      !list.isWhole &&
      isPaged(page.answers[list.call]?.({ query: new URLSearchParams() } as PlayedRequest) as Rows)
    ) {
      it(`${name} turns its pages, and back from one that is gone`, async () => {
        const walk = await open(({ many }) => many)
        await walk.hasRows()
        await walk.inBoth((lang) => {
          equal(
            walk.root
              .querySelector('.pagination')
              ?.textContent?.includes(translate(words, lang).total({ count: walk.total })),
            true,
          )
        })
        const turn = async (wanted: string) => {
          ;(await walk.button('Next page')).click()
          await until(`page ${wanted}`, () => walk.lastAsked().query.get('page') === wanted)
        }
        await turn('2')
        await until('the second page', () => walk.root.querySelector('.pagination-page')?.textContent === '2 / 3')
        await walk.hasRows()
        await axe(walk)
        walk.answer((request) => (request.query.get('page') === '1' ? walk.one(request) : walk.beyond(request)))
        ;(await walk.button('Next page')).click()
        await until('turned back', () => walk.lastAsked().query.get('page') === '1')
        await walk.hasRows()
      })
      it(`${name} says that a page cannot be fetched, and fetches it when it is tried again`, async () => {
        const walk = await open(({ many }) => many)
        await walk.hasRows()
        walk.played.element.lang = 'en'
        walk.answer(lost)
        ;(await walk.button('Next page')).click()
        await walk.announces('alert', translate(partsText, 'en').unreachable)
        walk.answer(walk.many)
        ;(await walk.button('Retry', '[role=alert]')).click()
        await walk.hasRows()
        equal(walk.lastAsked().query.get('page'), '2')
      })
    }
    if (list.again !== false) {
      it(`${name} keeps what it read when the connection is lost, says so, and reads it again`, async () => {
        const walk = await open(({ one }) => one)
        await walk.hasRows()
        walk.played.element.lang = 'en'
        const before = walk.played.server.requestsOf(list.call).length
        walk.answer(lost)
        if (list.again) await list.again(walk.played)
        else (await walk.button(translate(words, 'en').refresh)).click()
        await until('asked again', () => walk.played.server.requestsOf(list.call).length > before)
        await walk.inBoth((lang) => walk.announces('status', translate(staleText, lang).offline))
        await walk.hasRows()
        await walk.isIn('offline')
        await axe(walk)
        walk.answer(() => new Refused('100003'))
        ;(await walk.button('Retry', '.state-line')).click()
        await walk.announces('status', translate(staleText, 'en').stale)
        await walk.isIn('stale')
        await walk.hasRows()
        walk.answer(walk.one)
        ;(await walk.button('Retry', '.state-line')).click()
        await until('read again', () => !walk.root.querySelector('.state-line'))
        await walk.hasRows()
      })
    }
    it(`${name} says where nothing matches what is searched for, and has all rows again`, async () => {
      const walk = await open(({ many }) => many)
      await walk.hasRows()
      const search = walk.root.querySelector<HTMLInputElement>('.list-page-filters input[type=search]')
      equal(search !== null, list.hasSearch ?? false)
      // Some are short, and have none.
      if (!search) return
      const isPagedList = !list.isWhole && isPaged(walk.many(walk.lastAsked()) as Rows)
      if (isPagedList) {
        ;(await walk.button('下一页')).click()
        await until('the second page', () => walk.lastAsked().query.get('page') === '2')
        await walk.hasRows()
      }
      const word = 'nowhere'
      walk.answer((request) => (request.query.get('search') === word ? walk.none(request) : walk.many(request)))
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, word)
      search.dispatchEvent(new Event('input', { bubbles: true }))
      await until('no match', () => walk.root.querySelector('.notice-title'))
      await walk.inBoth((lang) => walk.announces('status', translate(listText, lang).noMatch))
      await axe(walk)
      ;(await walk.button(translate(partsText, 'en').clearFilters)).click()
      await walk.hasRows()
      equal([search.value, walk.lastAsked().query.get('page')], ['', isPagedList ? '1' : null])
    })
    it(`${name} fits a phone`, async () => {
      await setViewport({ width: 390, height: 844 })
      const walk = await open(({ many }) => many)
      await walk.hasRows()
      await walk.inBoth((lang) => {
        equal([lang, document.documentElement.scrollWidth], [lang, 390])
        equal([lang, ...cutOff(walk.root), ...scrolledSideways(walk.root), ...shortened(walk.root)], [lang])
      })
      await axe(walk)
    })
  })
})

/** The focus is in a row, or on the grid, which names its row. */
function reached({ root, page, rows }: Walk): boolean {
  const focused = root.activeElement
  const active = focused?.getAttribute('aria-activedescendant')
  if (active) return root.getElementById(active)?.matches(page.list.row ?? ROW) ?? false
  return rows().some((row) => row.contains(focused))
}
