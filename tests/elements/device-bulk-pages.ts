import { type Page, seen, type Then } from './axe-page.ts'
import { until } from './check.ts'
import { type Answers, holding } from './played-server.ts'

const BOX = '.table-rows input[type=checkbox]'
const BUTTON = '.selection-bar .button'

/** The device list with all of its rows selected, and what became of them; `devices` is what it lists otherwise. */
export function deviceBulkPages(devices: Answers, device: (sn_code: string) => { sn_code: string }): Page[] {
  const rows = ['P1', 'P2', 'P3'].map(device)
  const answers: Answers = {
    ...holding(['P00000', 'P30000', 'P30200']),
    ...devices,
    'GET /dev': () => ({ rows, total: 60 }),
    'GET /dev/SN': () => rows,
    'POST /dev/deregistered': () => rows.map(({ sn_code }) => ({ id: sn_code, code: '110535' })),
  }
  const selected =
    (then: Then): Then =>
    async (played) => {
      const { shadowRoot } = played.element
      await until('boxes', () => shadowRoot.querySelectorAll(BOX).length >= rows.length)
      for (const box of shadowRoot.querySelectorAll<HTMLElement>(BOX)) box.click()
      await then(played)
    }
  return [
    { shape: 'with selected devices', answers, reach: selected(seen([], `${BUTTON}:nth-of-type(6)`)) },
    {
      shape: 'with labels to print',
      answers,
      reach: selected(seen([`${BUTTON}:nth-of-type(5)`], '.dialog .device-label')),
    },
    {
      shape: 'with devices that were left as they are',
      answers,
      reach: selected(seen([`${BUTTON}:nth-of-type(6)`, '.dialog .button-danger'], '.dialog li')),
    },
  ]
}
