import { sendKeys, sendMouse } from '@web/test-runner-commands'
import axe from 'axe-core'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { equal, place, sg, turn, until } from './check.ts'
import './gallery.page.tsx'
import { painted } from './painted.ts'

type Host = HTMLElement & { shadowRoot: ShadowRoot }

async function gallery(part: string, attributes = 'lang="en" theme="light"'): Promise<Host> {
  const host = sg(place(`<sg-gallery part="${part}" ${attributes}></sg-gallery>`), 'sg-gallery')
  await until('the gallery', () => host.dataset.sgState === 'ready' && host.shadowRoot.querySelector('.panel'))
  return host
}
const press = (key: string) => sendKeys({ press: key })
const all = (host: Host, selector: string) => Array.from(host.shadowRoot.querySelectorAll<HTMLElement>(selector))
const named = (host: Host, selector: string, words: string) =>
  until(`${selector} "${words}"`, () =>
    all(host, selector).find((found) => (found.getAttribute('aria-label') ?? found.textContent ?? '').includes(words)),
  )
/** A real press of the pointer: synthetic clicks do not move the focus. */
async function point(target: Element): Promise<void> {
  // A popover closes when the page scrolls under it: only what is out of view is brought in.
  const { top: edge, bottom } = target.getBoundingClientRect()
  if (edge < 0 || bottom > innerHeight) target.scrollIntoView({ block: 'center' })
  let before = ''
  await until('it to stand still', () => {
    const now = JSON.stringify(target.getBoundingClientRect())
    const isStill = now === before
    before = now
    return isStill
  })
  const { left, top, width, height } = target.getBoundingClientRect()
  await sendMouse({ type: 'click', position: [Math.round(left + width / 2), Math.round(top + height / 2)] })
}
const focused = (host: Host) => host.shadowRoot.activeElement as HTMLElement | null
const field = (host: Host, label: string) =>
  until(`the field ${label}`, () =>
    all(host, '.field').find((found) => found.querySelector('.field-label')?.textContent === label),
  )

async function withoutViolations(host: Host): Promise<void> {
  // Motion at half way has half its contrast.
  await until(
    'motion to end',
    () =>
      host.shadowRoot.getAnimations().length === 0 ||
      host.shadowRoot
        .getAnimations()
        .every(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
  )
  const { violations } = await axe.run(host, { rules: { region: { enabled: false } } })
  const list = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  equal(list.join('\n'), '')
}

it('a dialog takes the focus, keeps it, and gives it back on Escape', async () => {
  const host = await gallery('controls')
  const opener = await named(host, 'button', 'Open dialog')
  await point(opener)
  const dialog = await until('the dialog', () => host.shadowRoot.querySelector('[role=dialog]'))
  await until('focus inside', () => dialog.contains(focused(host)))
  for (let round = 0; round < 8; round += 1) {
    await press('Tab')
    equal(dialog.contains(focused(host)), true)
  }
  await press('Escape')
  await until('closed', () => !host.shadowRoot.querySelector('[role=dialog]'))
  await until('focus back', () => focused(host) === opener)
})
it('a select inside a dialog opens, is chosen from by keyboard, and its Escape leaves the dialog open', async () => {
  const host = await gallery('controls')
  await point(await named(host, 'button', 'Open dialog'))
  const choice = await field(host, 'Choice in dialog')
  const button = choice.querySelector('button') as HTMLButtonElement
  button.focus()
  await press('ArrowDown')
  await until('the options', () => host.shadowRoot.querySelector('[role=listbox]'))
  await press('ArrowDown')
  await press('Enter')
  await until('the choice', () => button.textContent?.includes('Option C'))
  await until('the focus back', () => focused(host) === button && !host.shadowRoot.querySelector('[role=listbox]'))
  await press('Enter')
  await until('open again', () => host.shadowRoot.querySelector('[role=listbox]'))
  await press('Escape')
  await until('the list closed', () => !host.shadowRoot.querySelector('[role=listbox]'))
  equal(host.shadowRoot.querySelector('[role=dialog]') !== null, true)
})
it('a press outside closes a dialog', async () => {
  const host = await gallery('controls')
  await point(await named(host, 'button', 'Open dialog'))
  await until('the dialog', () => host.shadowRoot.querySelector('[role=dialog]'))
  await sendMouse({ type: 'click', position: [5, 5] })
  await until('closed', () => !host.shadowRoot.querySelector('[role=dialog]'))
})
it('a confirmation begins on Cancel and names what is lost in its button', async () => {
  const host = await gallery('controls')
  await point(await named(host, 'button', 'Delete 3 devices'))
  await until('on Cancel', () => focused(host)?.textContent === 'Cancel')
  equal(
    all(host, '[role=dialog] .button-danger').map(({ textContent }) => textContent),
    ['Delete 3 devices'],
  )
})
it('a menu is walked by arrows and acts on Enter', async () => {
  const host = await gallery('controls')
  const opener = await named(host, 'button', 'More actions')
  opener.focus()
  await press('Enter')
  await until('the first entry', () => focused(host)?.textContent?.startsWith('Edit'))
  await press('ArrowDown')
  await until('the second entry', () => focused(host)?.textContent?.startsWith('Copy'))
  await press('Enter')
  await until('done', () => host.shadowRoot.getElementById('done')?.textContent === 'copy')
  await until('focus back', () => focused(host) === opener)
})
it('an overlay is above whatever the page puts on top of its own', async () => {
  const host = await gallery('controls')
  const cover = document.createElement('div')
  cover.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; pointer-events: none; background: white'
  host.parentElement?.append(cover)
  await point(await named(host, 'button', 'Open dialog'))
  const dialog = await until('the dialog', () => host.shadowRoot.querySelector('[role=dialog]'))
  const { left, top } = dialog.getBoundingClientRect()
  equal(document.elementFromPoint(left + 40, top + 20) === host, true)
})
it('a tooltip names an icon button that the keyboard is on', async () => {
  const host = await gallery('controls')
  ;(await named(host, 'button', 'Saving')).focus()
  await press('Tab')
  await until('the tooltip', () => host.shadowRoot.querySelector('[role=tooltip]')?.textContent === 'Settings')
})

it('a search above the options narrows them', async () => {
  const host = await gallery('controls')
  const points = await field(host, 'Points')
  await point(points.querySelector('button') as Element)
  await until('the search', () => focused(host)?.matches('input'))
  await sendKeys({ type: 'option c' })
  await until('one option', () => all(host, '[role=option]').length === 1)
  await press('ArrowDown')
  await press('Enter')
  await until('both chosen', () => points.textContent?.includes('Option A') && points.textContent.includes('Option C'))
})
it('Escape closes a list of several and keeps what is chosen', async () => {
  const host = await gallery('controls')
  const points = await field(host, 'Points')
  const shown = () => points.querySelector('.select-value')?.textContent
  await point(points.querySelector('button') as Element)
  const options = await until('the options', () => {
    const found = all(host, '[role=option]')
    return found.length > 0 && found
  })
  const before = shown()
  await point(options.find((option) => option.getAttribute('aria-selected') === 'false') as Element)
  const chosen = await until('another choice', () => shown() !== before && shown())
  await press('Escape')
  await until('the list to close', () => all(host, '[role=listbox]').length === 0)
  equal(shown(), chosen)
})
it('a number steps by arrows within its bounds and is empty when it is emptied', async () => {
  const host = await gallery('controls')
  const input = (await field(host, 'Set point')).querySelector('input') as HTMLInputElement
  input.focus()
  await press('ArrowUp')
  await until('a step up', () => input.value === '13')
  await press('End')
  await until('the most', () => input.value === '16')
  input.select()
  await press('Backspace')
  await press('Tab')
  await until('empty', () => input.value === '')
})
it('an error stands in the place of the help and describes its field', async () => {
  const host = await gallery('controls')
  const wrong = await field(host, 'Serial number')
  const input = wrong.querySelector('input') as HTMLInputElement
  equal(input.getAttribute('aria-invalid'), 'true')
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
  equal(
    described.some((id) => host.shadowRoot.getElementById(id)?.textContent === 'Already in use'),
    true,
  )
})
it('the eye shows a password and hides it again', async () => {
  const host = await gallery('controls')
  const password = await field(host, 'Password')
  const input = password.querySelector('input') as HTMLInputElement
  equal(input.type, 'password')
  await point(await named(host, 'button', 'Show password'))
  await until('shown', () => input.type === 'text')
  await point(await named(host, 'button', 'Hide password'))
  await until('hidden', () => input.type === 'password')
})
it('tabs move by arrow keys', async () => {
  const host = await gallery('controls')
  const [first] = all(host, '[role=tab]')
  first?.focus()
  await press('ArrowRight')
  await until('the second panel', () => host.shadowRoot.querySelector('[role=tabpanel]')?.textContent === 'Curve')
})
it('a range is read in the time zone of the page, weeks begin on Monday, and a preset is one press', async () => {
  const host = await gallery('controls', 'lang="zh" time-zone="Asia/Shanghai"')
  const button = await named(host, 'button', '最近 24 小时')
  await point(button)
  const days = await until(
    'the calendar',
    () => all(host, '.calendar-weekday').length === 7 && all(host, '.calendar-weekday'),
  )
  equal(days[0]?.textContent, '一')
  equal(
    host.shadowRoot
      .querySelector('.date-input')
      ?.textContent?.replaceAll(/[\u2066-\u2069\u200e\s]/g, '')
      .includes('12:00'),
    true,
  )
  await point(await named(host, '.range-presets button', '最近 7 天'))
  await until('the preset', () => button.textContent === '最近 7 天')
})

it('two digits of a date that come at once, as from a busy page, are both taken', async () => {
  const host = await gallery('controls', 'lang="zh" time-zone="Asia/Shanghai"')
  await point(await named(host, 'button', '最近 24 小时'))
  const hour = await until('the hour', () => host.shadowRoot.querySelector<HTMLElement>('[data-type=hour]'))
  equal(hour.textContent, '12')
  hour.focus()
  for (const data of ['1', '2'])
    hour.dispatchEvent(
      new InputEvent('beforeinput', { data, inputType: 'insertText', cancelable: true, bubbles: true }),
    )
  await until('the minute next', () => focused(host)?.dataset.type === 'minute')
  equal(hour.textContent, '12')
})

it('toasts go to the other side of the window where they lie on what has the focus', async () => {
  const host = await gallery('controls')
  await point(await named(host, 'button', 'Toast'))
  const toasts = await until('both', () => all(host, '.toast').length === 2 && all(host, '.toasts')[0])
  const { left, top, height } = toasts.getBoundingClientRect()
  equal(top > innerHeight / 2, true)
  const hidden = document.createElement('button')
  hidden.style.cssText = `position: fixed; left: ${left + 20}px; top: ${top + height / 2 - 5}px; width: 40px; height: 10px`
  document.body.append(hidden)
  hidden.focus()
  await press('Shift')
  await until('the focus to be seen', () => toasts.getBoundingClientRect().bottom < innerHeight / 2)
  hidden.remove()
})
it('toasts are told to screen readers, act, and go when closed', async () => {
  const host = await gallery('controls')
  await point(await named(host, 'button', 'Toast'))
  await until('both', () => all(host, '.toast').length === 2)
  equal(
    all(host, '.toast').map((toast) => toast.getAttribute('role')),
    ['alert', 'status'],
  )
  // The pager of a list and the buttons at the foot of a form stay free.
  equal(
    all(host, '.toast').every((toast) => innerHeight - toast.getBoundingClientRect().bottom >= 64),
    true,
  )
  await point(await named(host, '.toast button', 'Undo'))
  await until('undone', () => host.shadowRoot.getElementById('done')?.textContent === 'undo')
  await until('one left', () => all(host, '.toast').length === 1)
  await point(await named(host, '.toast button', 'Close'))
  const [fading] =
    all(host, '.toast')[0]
      ?.getAnimations()
      .filter(({ effect }) => effect?.getTiming().fill === 'forwards') ?? []
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  equal(isStill ? 0 : fading?.effect?.getTiming().duration, isStill ? 0 : LIMITS.toastFadeMs)
  await until('none left', () => all(host, '.toast').length === 0)
})

it('the table keeps few rows in the page of 100,000, and reaches the last one by End', async () => {
  const host = await gallery('table', 'lang="en" rows="100000"')
  const grid = host.shadowRoot.querySelector('[role=grid]') as HTMLElement
  equal(grid.getAttribute('aria-rowcount'), '100001')
  equal(all(host, '.table-rows [role=row]').length < 40, true)
  equal(grid.scrollHeight <= 2_100_000, true)
  grid.focus()
  await press('End')
  await until(
    'the last row',
    () => all(host, '.table-rows [role=row]').at(-1)?.getAttribute('aria-rowindex') === '100001',
  )
  const last = all(host, '.table-rows [role=row]').at(-1) as HTMLElement
  await until('in view', () => last.getBoundingClientRect().bottom <= grid.getBoundingClientRect().bottom + 1)
  await press('Enter')
  await until('opened', () => host.shadowRoot.getElementById('opened')?.textContent === 'SN099999')
  await press('Home')
  await press('ArrowDown')
  await press('Enter')
  await until('the second', () => host.shadowRoot.getElementById('opened')?.textContent === 'SN000001')
})
it('the table sorts up, down and not at all by a column’s heading', async () => {
  const host = await gallery('table')
  const first = () => all(host, '.table-rows [role=row]')[0]?.textContent
  const flow = await named(host, '.table-sort', 'Flow')
  const unsorted = first()
  await point(flow)
  await until('ascending', () => first()?.includes('20.0'))
  equal(flow.closest('[role=columnheader]')?.getAttribute('aria-sort'), 'ascending')
  await point(flow)
  await until('descending', () => first()?.includes('60.0'))
  await point(flow)
  await until('as it came', () => first() === unsorted)
})
it('a column is hidden in the column menu, the one that identifies is not offered', async () => {
  const host = await gallery('table')
  await point(await named(host, 'button', 'Choose columns'))
  const entries = await until(
    'the entries',
    () => all(host, '[role=menuitemcheckbox]').length > 0 && all(host, '[role=menuitemcheckbox]'),
  )
  equal(
    entries.map(({ textContent }) => textContent),
    ['SN', 'State', 'Flow'],
  )
  await point(entries[0] as HTMLElement)
  await until('hidden', () => !all(host, '[role=columnheader]').some(({ textContent }) => textContent === 'SN'))
})
it('Space selects the row that the arrows are on', async () => {
  const host = await gallery('table')
  const grid = host.shadowRoot.querySelector('[role=grid]') as HTMLElement
  grid.focus()
  await press('Space')
  await until('selected', () => all(host, '.table-rows [role=row]')[0]?.getAttribute('aria-selected') === 'true')
})

it('curves pan by arrow keys, zoom by + and are requested again after they rest', async () => {
  const host = await gallery('chart')
  const plot = await until('the plot', () =>
    host.shadowRoot.querySelector<HTMLElement>('.chart-place canvas')?.closest<HTMLElement>('.chart-place'),
  )
  const span = () => {
    const [from = 0, to = 0] = (host.shadowRoot.getElementById('range')?.textContent ?? '').split('-').map(Number)
    return { from, width: to - from }
  }
  const before = span()
  plot.focus()
  await press('ArrowRight')
  await until('panned', () => span().from > before.from)
  equal(Math.round(span().width), before.width)
  await press('+')
  await until('zoomed', () => span().width < before.width)
})
it('curves show every series’ value at the pointer, in words where it has them', async () => {
  const host = await gallery('chart')
  const plot = await until('the plot', () =>
    host.shadowRoot.querySelector<HTMLElement>('.chart-place canvas')?.closest<HTMLElement>('.chart-place'),
  )
  plot.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = plot.getBoundingClientRect()
  await sendMouse({ type: 'move', position: [Math.round(left + width / 3), Math.round(top + height / 2)] })
  await until('a time', () =>
    /\d{4}-\d\d-\d\d \d\d:\d\d/.test(host.shadowRoot.querySelector('.chart-time')?.textContent ?? ''),
  )
  const pump = all(host, '.chart-legend-row').find((row) => row.textContent?.includes('Pump'))
  await until('the word of the switch', () => /O(n|ff)$/.test(pump?.textContent ?? ''))
  await sendMouse({ type: 'move', position: [Math.round(left + width * 0.485), Math.round(top + height / 2)] })
  await until('the gap', () => all(host, '.chart-legend .value-number').every(({ textContent }) => textContent === '–'))
})
it('curves are drawn anew in the colours of another theme', async () => {
  const host = await gallery('chart')
  const canvas = await until('the canvas', () =>
    host.shadowRoot.querySelector<HTMLCanvasElement>('.chart-place canvas'),
  )
  const picture = () => canvas.toDataURL()
  await turn()
  const light = picture()
  host.setAttribute('theme', 'dark')
  await until('other pixels', () => picture() !== light)
})
it('curves are drawn in the colour scheme of a page that names no theme, and anew when it changes', async () => {
  const host = await gallery('chart', 'lang="en"')
  const canvas = await until('the canvas', () =>
    host.shadowRoot.querySelector<HTMLCanvasElement>('.chart-place canvas'),
  )
  canvas.scrollIntoView({ block: 'center' })
  /** Of 255: what half of the chart's pixels are brighter than. */
  const brightness = async () => {
    const { picture } = await painted(canvas.getBoundingClientRect())
    const parts = [...picture.data].filter((_, n) => n % 4 < 3).sort((one, other) => one - other)
    return parts[parts.length >> 1] as number
  }
  await turn()
  const light = canvas.toDataURL()
  equal((await brightness()) > 200, true)
  document.documentElement.style.colorScheme = 'dark'
  await until('other pixels', () => canvas.toDataURL() !== light)
  equal((await brightness()) < 80, true)
  document.documentElement.style.colorScheme = ''
})
it('curves become an image', async () => {
  const host = await gallery('chart')
  await until('the plot', () => host.shadowRoot.querySelector('.chart-place canvas'))
  await point(await named(host, 'button', 'Image'))
  await until('a file', () => Number(host.shadowRoot.getElementById('image-size')?.textContent) > 1000)
})
for (const theme of ['light', 'dark', 'hp']) {
  for (const part of ['controls', 'marks', 'table', 'chart']) {
    it(`axe finds nothing in ${part}, ${theme}`, async () => {
      await withoutViolations(await gallery(part, `lang="zh" theme="${theme}"`))
    })
  }
}
it('axe finds nothing in an open dialog with an open select', async () => {
  const host = await gallery('controls')
  await point(await named(host, 'button', 'Open dialog'))
  ;(await field(host, 'Choice in dialog')).querySelector('button')?.focus()
  await press('ArrowDown')
  await until('the options', () => host.shadowRoot.querySelector('[role=listbox]'))
  await withoutViolations(host)
})
