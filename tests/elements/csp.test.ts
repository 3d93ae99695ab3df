import { sendKeys } from '@web/test-runner-commands'
import { equal, place, until } from './check.ts'

type Page = Window & { violations: string[] }

for (const policy of ['none', 'strict', 'trusted']) {
  it(`nothing in the kit breaks the page's policy (${policy})`, async () => {
    const frame = document.createElement('iframe')
    frame.style.cssText = 'width: 1200px; height: 900px; border: 0'
    frame.src = `/host-page/${policy}`
    place('').append(frame)
    const root = await until(
      'the gallery',
      () => frame.contentDocument?.querySelector('sg-gallery[data-sg-state=ready]')?.shadowRoot,
    )
    const page = frame.contentWindow as unknown as Page
    await until('the curves', () => root.querySelector('.chart-place canvas'))
    await until('the table', () => root.querySelector('.table-rows [role=row]'))

    const button = (words: string) =>
      until(words, () =>
        Array.from(root.querySelectorAll<HTMLElement>('button')).find((found) =>
          (found.getAttribute('aria-label') ?? found.textContent ?? '').includes(words),
        ),
      )
    frame.contentWindow?.focus()
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
    equal(page.violations.join('\n'), '')
    equal(frame.contentDocument?.querySelectorAll('style').length, 0)
  })
}
