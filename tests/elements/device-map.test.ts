import { equal, until } from './check.ts'
import { MAP, mapAnswers, nowhere, placed } from './device-map-pages.ts'
import { pump } from './played-server.ts'
import { type Answers, key, Refused, shown } from './screen-driver.ts'

const EDIT = 'PUT /dev/basic'
const RIGHTS = ['P10000', 'P24000', 'P30000', 'P30200', 'P34000', 'P100000']
const opened = (attributes = '', more: Answers = {}) =>
  shown(
    `<sg-device-map lang="en" ${attributes} style="width: 1100px"></sg-device-map>`,
    { ...mapAnswers, [EDIT]: () => pump(), ...more },
    RIGHTS,
    'block-size: 640px',
  )

it('<sg-device-map> lists its devices beside the map, and says how many have a position', async () => {
  const page = await opened()
  await page.says('2 of 3 have a position', 'Pump 1', 'Pump 2', 'Faulty', 'No position')
  equal((await page.find('canvas')).ariaLabel, 'Map of 2 devices')
  equal((await page.find('.place-list')).getAttribute('role'), 'listbox')
})

it('<sg-device-map> says of a chosen device how it is and where, and leads to its page, screen and track', async () => {
  const page = await opened('sn="P1"')
  await page.says('31.23000, 121.47000', '40 km/h', '90°')
  await page.press('Screen')
  equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/configureMonitor?sn=P1' } })
  await page.press('Device')
  equal(page.events.find(({ type }) => type === 'sg-device-open')?.detail, { sn_code: 'P1' })
  await page.press('Track')
  await page.says('Back to the map')
  equal(page.events.findLast(({ type }) => type === 'sg-view-change')?.detail.track, 'P1')
})

it('<sg-device-map> lets the list be walked by keys, and a press on a mark chooses its row', async () => {
  const page = await opened()
  const list = await page.find('.place-list')
  await page.says('Pump 2')
  list.focus()
  key(list, 'ArrowDown')
  await page.find('.place-card')
  equal(page.events.at(-1)?.detail.sn, 'P1')
  key(list, 'End')
  await until('the last is chosen', () => page.events.at(-1)?.detail.sn === 'P3')
  equal(list.getAttribute('aria-activedescendant'), page.root.querySelector('[aria-selected=true]')?.id)
  const canvas = await page.find('canvas')
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const alone = await opened('', { [MAP]: () => ({ rows: [placed()], total: 1 }) })
  const map = await alone.find('canvas')
  await alone.says('Pump 1')
  const box = map.getBoundingClientRect()
  equal([width, height, left > 0, top > 0].includes(0), false)
  const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, pointerId: 1, bubbles: true }
  const press = () => {
    map.setPointerCapture = () => {}
    map.dispatchEvent(new PointerEvent('pointerdown', at))
    map.dispatchEvent(new PointerEvent('pointerup', at))
  }
  await until('it is chosen on the map', () => {
    if (!alone.root.querySelector('.place-card')) press()
    return alone.root.querySelector('.place-row[aria-selected=true]')
  })
})

it('<sg-device-map> listens to devices that stand on the map alone, and to none once it is gone', async () => {
  const page = await opened()
  await until('both are watched', () => page.server.watched.has('device/P1') && page.server.watched.has('device/P2'))
  equal(page.server.watched.has('device/P3'), false)
  page.element.remove()
  await until('none is watched', () => !page.server.watched.has('device/P1'))
})

it('<sg-device-map> places a device by typed coordinates and takes it back', async () => {
  const page = await opened('sn="P3"')
  await page.press('Place on the map')
  const fields = await until('two fields', () => {
    const found = page.all<HTMLInputElement>('.place-fields input')
    return found.length >= 2 && found
  })
  for (const [n, value] of ['31.5', '120.25'].entries()) {
    const field = fields[n] as HTMLInputElement
    field.focus()
    field.select()
    document.execCommand('insertText', false, value)
    field.blur()
  }
  await page.press('Save the position')
  await page.says('Pump 3 is placed')
  const was = { lat: null, lng: null }
  equal(page.bodies(EDIT), [{ sn_code: 'P3', lat: 31.5, lng: 120.25, was }])
  await page.press('Undo')
  await until('it is undone', () => page.bodies(EDIT).length === 2)
  equal(page.bodies(EDIT)[1], { sn_code: 'P3', ...was, was: { lat: 31.5, lng: 120.25 } })
})

it('<sg-device-map> says why a placing was refused, and offers none for a device that reports its position', async () => {
  const page = await opened('sn="P3"', { [EDIT]: () => new Refused('110539') })
  await page.press('Place on the map', 'Save the position')
  await page.find('.toast')
  equal(page.root.querySelector('.place-fields') !== null, true)
  const other = await opened('sn="P1"')
  await other.says('31.23000')
  equal([other.offers('Move'), other.offers('Place on the map')], [false, false])
})

it('<sg-device-map> says how a device gets a position where none has one', async () => {
  const page = await opened('', { [MAP]: () => ({ rows: [nowhere()], total: 1 }) })
  await page.says('No device has a position', 'when it reports the points lat and lng')
})
