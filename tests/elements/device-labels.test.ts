import decodeQR from 'qr/decode.js'
import { equal, until } from './check.ts'
import { pump } from './played-server.ts'
import { type Answers, shown as shownWith } from './screen-driver.ts'

const row = (n: number) => pump({ sn_code: `P${n}`, dev_alias: `Pump ${n}`, may_edit: true })
const rows = [row(1), row(2), row(3)]

const shown = (markup: string, answers: Answers = {}) =>
  shownWith(
    markup,
    {
      'GET /dev': () => ({ rows, total: rows.length }),
      'GET /dev/counts': () => ({ online: 1, offline: 0, faulty: 0, unregistered: 0 }),
      'GET /yun/dev/group': () => [],
      ...answers,
    },
    ['P10000', 'P30000', 'P30200'],
  )

/** What a printed code holds, by its squares. */
function readCode(code: SVGSVGElement): string {
  const SCALE = 4
  const size = code.viewBox.baseVal.width * SCALE
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x, y] of (code.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1/g))
    for (let dy = 0; dy < SCALE; dy++)
      for (let dx = 0; dx < SCALE; dx++) {
        const at = ((Number(y) * SCALE + dy) * size + Number(x) * SCALE + dx) * 4
        data.fill(0, at, at + 3)
      }
  return decodeQR({ width: size, height: size, data })
}

/** Pages that were printed, by the frame that they were printed from. */
function watchPrinting(): { pages: Document[]; stop: () => void } {
  const pages: Document[] = []
  const own = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow') as PropertyDescriptor
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    ...own,
    get() {
      const page = own.get?.call(this) as Window | null
      if (page) page.print = () => void pages.push(page.document)
      return page
    },
  })
  return { pages, stop: () => Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', own) }
}

it('<sg-device-list> prints a label of each selected device, with a link to its page and without its password', async () => {
  const page = await shown('<sg-device-list lang="en"></sg-device-list>')
  await until('boxes', () => page.all('.table-rows input[type=checkbox]').length === 3)
  for (const box of page.all('.table-rows input[type=checkbox]').slice(0, 2)) box.click()
  await page.press('Print labels…')
  await page.says('Print labels of 2 devices')
  await page.find('[role=img][aria-label="The first label: Pump 1, P1"] .device-label')
  const printing = watchPrinting()
  try {
    await page.pressIn('[role=dialog] button', 'Print')
    const sheet = await until('printed', () => printing.pages[0])
    const labels = [...sheet.querySelectorAll('.device-label')]
    equal(
      labels.map((label) => [...label.querySelectorAll('span span')].map(({ textContent }) => textContent)),
      [
        ['Pump 1', 'P1'],
        ['Pump 2', 'P2'],
      ],
    )
    const base = page.server.connection.baseUrl
    equal(
      labels.map((label) => readCode(label.querySelector('svg') as SVGSVGElement)),
      ['P1', 'P2'].map((sn) => new URL(`console/deviceDetail/${sn}`, base).href),
    )
    equal(getComputedStyle(labels[0] as Element).backgroundColor, 'rgb(255, 255, 255)')
  } finally {
    printing.stop()
    for (const frame of document.querySelectorAll('body > iframe')) frame.remove()
  }
})

it('<sg-device-list> prints the SN alone where that is chosen, for a label of another size, and keeps both choices', async () => {
  const page = await shown('<sg-device-list lang="en"></sg-device-list>')
  await page.menu('Pump 3', 'Print label…')
  await page.says('Print a label of 1 device')
  await page.pressIn('[role=dialog] button', 'The link to the device’s page')
  await page.press('The SN')
  await page.pressIn('[role=dialog] button', '60 × 40 mm, on a roll')
  await page.press('70 × 37 mm, 24 on a page of A4')
  const code = await until('the SN', () => {
    const code = page.root.querySelector<SVGSVGElement>('.device-label-70x37 svg')
    return code && readCode(code) === 'P3' ? code : null
  })
  equal(code.getAttribute('aria-hidden'), 'true')
  const again = await shown('<sg-device-list lang="en"></sg-device-list>')
  await again.menu('Pump 1', 'Print label…')
  await again.says('70 × 37 mm, 24 on a page of A4', 'The SN')
})

it('<sg-device-list> breaks no word of a name on a label while there is room for it', async () => {
  const named = [pump({ sn_code: 'CR0001', dev_alias: 'Compressor 1', may_edit: true })]
  const page = await shown('<sg-device-list lang="en"></sg-device-list>', {
    'GET /dev': () => ({ rows: named, total: 1 }),
  })
  await until('boxes', () => page.all('.table-rows input[type=checkbox]').length === 1)
  page.all('.table-rows input[type=checkbox]')[0]?.click()
  await page.press('Print labels…')
  const name = await page.find('.device-label-name')
  const word = new Range()
  word.setStart(name.firstChild as Text, 0)
  word.setEnd(name.firstChild as Text, 'Compressor'.length)
  await until('the word is on one line', () => word.getClientRects().length === 1)
})

it('<sg-device-list> prints a thousand labels at once and no more', async () => {
  const page = await shown('<sg-device-list lang="en"></sg-device-list>', {
    'GET /dev': () => ({ rows, total: 1001 }),
    'GET /dev/SN': () => Array.from({ length: 1001 }, (_, n) => row(n)),
  })
  await until('boxes', () => page.all('.table-rows input[type=checkbox]').length === 3)
  for (const box of page.all('.table-rows input[type=checkbox]')) box.click()
  await page.press('Select all 1001 found')
  await page.says('1001 selected')
  await page.press('Print labels…')
  await page.says('At most 1,000 labels are printed at once')
  equal(((await page.named('Print', '[role=dialog] button')) as HTMLButtonElement).disabled, true)
})
