import { sendKeys } from '@web/test-runner-commands'
import { equal, expectComplaint, place, sg, until } from './check.ts'
import './gallery.page.tsx'

// The page complains of whatever breaks its policy, and a test at which it complains fails: all of the kit is used.
describe("the page's policy", () => {
  it("the page's policy is not broken by anything in the kit", async () => {
    const root = sg(place('<sg-gallery lang="en"></sg-gallery>'), 'sg-gallery').shadowRoot
    await until('the curves', () => root.querySelector('.chart-place canvas'))
    await until('the table', () => root.querySelector('.table-rows [role=row]'))
    const button = (words: string) =>
      until(words, () =>
        Array.from(root.querySelectorAll<HTMLElement>('button')).find((found) =>
          (found.getAttribute('aria-label') ?? found.textContent ?? '').includes(words),
        ),
      )
    for (const [opener, what] of [
      ['Open dialog', '[role=dialog]'],
      ['More actions', '[role=menu]'],
      ['Option A', '[role=listbox]'],
      ['Last 24 hours', '.calendar-day'],
    ] as const) {
      ;(await button(opener)).focus()
      await sendKeys({ press: 'Enter' })
      await until(what, () => root.querySelector(what))
      await sendKeys({ press: 'Escape' })
      await until(`${what} closed`, () => !root.querySelector(what))
    }
    ;(await button('Image')).click()
    await until('the image', () => Number(root.getElementById('image-size')?.textContent) > 1000)
    ;(await button('Toast')).click()
    await until('the toasts', () => root.querySelector('.toast'))
    equal(document.querySelectorAll('style').length, 0)
  })
  it("the page's policy is enforced: what it forbids is reported", async () => {
    const isStrict = /^(strict|trusted)\./.test(location.hostname)
    if (isStrict) expectComplaint(/^style-src-attr inline/)
    if (location.hostname.startsWith('trusted.')) expectComplaint(/^require-trusted-types-for/)
    const box = place('')
    box.setAttribute('style', 'color: rgb(1, 2, 3)')
    equal(getComputedStyle(box).color === 'rgb(1, 2, 3)', !isStrict)
    const write = () => {
      box.innerHTML = '<b>bold</b>'
    }
    if (location.hostname.startsWith('trusted.')) {
      let refusal: unknown
      try {
        write()
      } catch (error) {
        refusal = error
      }
      equal(refusal instanceof TypeError, true)
    } else write()
  })
  it("the page's policy is that of a secure context, except at plain http under a name", () => {
    equal(window.isSecureContext, location.hostname.endsWith('localhost'))
    equal('randomUUID' in crypto, window.isSecureContext)
    equal(crypto.subtle !== undefined, window.isSecureContext)
    equal(navigator.clipboard !== undefined, window.isSecureContext)
  })
})
