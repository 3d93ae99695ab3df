import './complaints.ts'

export { expectComplaint } from './complaints.ts'

declare global {
  function describe(what: string, body: () => void): void
  function it(sentence: string, body: () => void | Promise<void>): void
  function before(body: () => void | Promise<void>): void
  function after(body: () => void | Promise<void>): void
  function afterEach(body: () => void | Promise<void>): void
}

/** Fails unless both are the same, compared as JSON when they are objects. */
export function equal(actual: unknown, expected: unknown): void {
  const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value)
  if (!Object.is(shown(actual), shown(expected))) {
    throw new Error(`expected ${String(shown(expected))}, got ${String(shown(actual))}`)
  }
}

const PATIENCE_MS = 60_000

/**
 * Waits for a condition of the page and gives back what made it true; fails after a minute. A function says
 * what was waited for when the time is up: with what the page shows then.
 */
export async function until<Found>(
  what: string | (() => string),
  condition: () => Found | null | undefined | false | Promise<Found | null | undefined | false>,
): Promise<Found> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await condition()
    if (found) return found
    if (performance.now() > end)
      throw new Error(`waited ${PATIENCE_MS / 1000} s for: ${typeof what === 'string' ? what : what()}`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}

/** With all tests, as `npm run verify` sets it. */
export const isAll = document.documentElement.dataset.tests === 'all'

/** Of a row of cases one in so many, from another one on in each row, so that all are in some; all of them with all tests. */
export const oneIn = <Case>(many: number, row: number, cases: readonly Case[]): Case[] =>
  cases.filter((_, at) => isAll || (at + row) % many === 0)

/** A turn of the event loop: enough for what must not happen to have happened. */
export const turn = () => new Promise((resolve) => setTimeout(resolve))

type Policy = { createHTML: (markup: string) => string }
const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } }
const policy = trustedTypes?.createPolicy('test-page', { createHTML: (markup) => markup })

/** Writes markup as a page of any policy does: styles by script, HTML by a policy of its own. */
export function write(box: Element, markup: string): void {
  const html = markup.replaceAll(/ style="/g, ' data-style="')
  box.innerHTML = policy?.createHTML(html) ?? html
  for (const styled of box.querySelectorAll<HTMLElement>('[data-style]')) {
    styled.style.cssText = styled.dataset.style ?? ''
    delete styled.dataset.style
  }
}

/** Puts markup on the page; taken off after each test. */
export function place(markup: string): HTMLElement {
  const box = document.createElement('div')
  box.className = 'test-place'
  write(box, markup)
  document.body.append(box)
  return box
}

afterEach(() => {
  for (const box of document.querySelectorAll('.test-place')) box.remove()
})

/** An element of ours inside a place, with its shadow root. */
export function sg(box: ParentNode, selector: string): HTMLElement & { shadowRoot: ShadowRoot } {
  const element = box.querySelector<HTMLElement>(selector)
  if (!element?.shadowRoot) throw new Error(`no ${selector} with a shadow root`)
  return element as HTMLElement & { shadowRoot: ShadowRoot }
}
