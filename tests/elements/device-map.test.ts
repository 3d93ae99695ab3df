import { DEFAULT_SETTINGS } from '../../core/contract/organisation-settings.ts'
import { equal, until } from './check.ts'
import { fence, MAP, mapAnswers, nowhere, placed } from './device-map-pages.ts'
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

it('<sg-device-map> places a device by the name of a town or an address, and by coordinates of another map', async () => {
  const page = await opened('sn="P3"')
  await page.press('Place on the map')
  const coordinates = () =>
    page.all<HTMLInputElement>('.place-fields input:not([type=hidden])').map(({ value }) => value)
  await page.type('find_place', '江苏省苏州市工业园区')
  await page.press('Suzhou')
  await until('the town', () => coordinates().join() === '31.29900,120.62000')
  equal((await page.find<HTMLInputElement>('[name=find_place]')).value, '')
  await page.type('find_place', 'Nowhere-on-Sea')
  await page.says('The outline of the map has no such name')
  await page.type('find_place', '31.2304, 121.4737')
  key(await page.find('[name=find_place]'), 'Enter')
  await until('the pair', () => coordinates().join() === '31.23040,121.47370')
  equal(page.bodies(EDIT), [])
  await page.press('Save the position')
  await page.says('Pump 3 is placed')
})

it('<sg-device-map> leaves the middle of the map in view on a phone where a device is placed, and what saves it', async () => {
  const page = await shown(
    '<sg-device-map lang="en" sn="P3"></sg-device-map>',
    { ...mapAnswers, [EDIT]: () => pump() },
    RIGHTS,
    'block-size: 620px; inline-size: 380px',
  )
  await page.press('Place on the map')
  const card = await page.find('form.place-card')
  const map = await page.find('.places-map')
  await until('the list makes room', () => page.root.querySelector('.place-list')?.getClientRects().length === 0)
  await until('the middle is free', () => {
    const { top, bottom } = map.getBoundingClientRect()
    return card.getBoundingClientRect().top > (top + bottom) / 2
  })
  const save = await page.button('Save the position')
  await until('what saves it', () => save.getBoundingClientRect().bottom <= card.getBoundingClientRect().bottom)
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

/** Types into a field by its label. */
async function typed(page: Awaited<ReturnType<typeof opened>>, name: string, value: string) {
  const field = await page.find<HTMLInputElement>(`[name=${name}]`)
  field.focus()
  field.select()
  document.execCommand('insertText', false, value)
}

it('<sg-device-map> lists its geofences with what names them, and says why one cannot be deleted', async () => {
  const page = await opened()
  await page.press('Geofences')
  await page.says('Depot', 'Circle · radius 40 km', 'Yard', 'Polygon · 3 corners · 2 alarm rules')
  await page.press('Delete Yard')
  await page.says('Yard is in use', 'Trucks · Away', 'and 1 that you do not see')
})

it('<sg-device-map> deletes a geofence that nothing names, and draws it again by undo', async () => {
  const { fence_name, group_id, corners, radius_m } = fence()
  const page = await opened('', { 'DELETE /dev/fences': () => ({}), 'POST /dev/fences': () => ({ fence_id: 3 }) })
  await page.press('Geofences', 'Delete Depot')
  await page.says('Deleted the geofence Depot')
  equal(page.requestsOf('DELETE /dev/fences')[0]?.query.get('fence_id'), '1')
  await page.press('Undo')
  await until('it is drawn again', () => page.bodies('POST /dev/fences').length === 1)
  equal(page.bodies('POST /dev/fences'), [{ fence_name, group_id, corners, radius_m }])
})

it('<sg-device-map> draws a polygon by typed corners, says what is wrong with them, and keeps what was refused', async () => {
  const page = await opened('', { 'POST /dev/fences': () => ({ fence_id: 3 }) })
  await page.press('Geofences', 'Draw a polygon', 'Save geofence')
  await page.says('Give the geofence a name', 'A polygon has at least 3 corners')
  await typed(page, 'fence_name', 'Quay')
  await typed(page, 'corners', '31, 121\nhere')
  await page.says('Line 2 is not')
  await typed(page, 'corners', '31, 121\n31, 121.1\n31.1, 121')
  await page.press('Save geofence')
  await page.says('Saved the geofence Quay')
  const corners = [
    { lat: 31, lng: 121 },
    { lat: 31, lng: 121.1 },
    { lat: 31.1, lng: 121 },
  ]
  equal(page.bodies('POST /dev/fences'), [{ fence_name: 'Quay', group_id: null, corners, radius_m: null }])
})

it('<sg-device-map> draws a circle by the pointer and a corner by Enter at the middle of the map', async () => {
  const page = await opened('', { 'POST /dev/fences': () => ({ fence_id: 3 }) })
  await page.press('Geofences', 'Draw a circle')
  const map = await page.find('canvas')
  map.setPointerCapture = () => {}
  const { left, top, width, height } = map.getBoundingClientRect()
  const point = (type: string, x: number, y: number) =>
    map.dispatchEvent(
      new PointerEvent(type, { clientX: left + x, clientY: top + y, pointerId: 1, bubbles: true, buttons: 1 }),
    )
  // Its rim is 80 px east of its centre, which is the middle.
  point('pointerdown', width / 2 + 80, height / 2)
  point('pointermove', width / 2 + 120, height / 2)
  point('pointerup', width / 2 + 160, height / 2)
  await typed(page, 'fence_name', 'Port')
  await page.press('Save geofence')
  await page.says('Saved the geofence Port')
  const [circle] = page.bodies('POST /dev/fences') as [{ radius_m: number; corners: unknown[] }]
  equal(circle.corners.length, 1)
  await page.press('Draw a polygon')
  key(map, 'Enter')
  await until('a corner is set', () =>
    page.root.querySelector<HTMLTextAreaElement>('[name=corners]')?.value.includes(','),
  )
})

it('<sg-device-map> offers nobody to draw who may not edit devices, and says what a refusal was about', async () => {
  const reader = await shown(
    '<sg-device-map lang="en" style="width: 1100px"></sg-device-map>',
    mapAnswers,
    ['P34000'],
    'block-size: 640px',
  )
  await reader.press('Geofences')
  await reader.says('Depot')
  equal(
    [reader.offers('Draw a circle'), reader.offers('Edit Depot'), reader.offers('Delete Depot')],
    [false, false, false],
  )
  const page = await opened('', { 'PUT /dev/fences': () => new Refused('110539') })
  await page.press('Geofences', 'Edit Depot', 'Save geofence')
  await page.find('.send-form-wrong')
  equal((await page.find<HTMLInputElement>('[name=fence_name]')).value, 'Depot')
})

const OWN_LOOK = 'GET /yun/individuation/own'
const TILES = {
  ...DEFAULT_SETTINGS,
  policy: null,
  map_kind: 'raster',
  // None is there; pictures are those of the page's own host, which its policy lets in.
  map_url: `${location.origin}/no-tiles/{z}/{x}/{y}.png`,
  map_attribution: '© Tiles',
  map_approval: 'GS(2024)0650',
  map_crs: 'gcj02',
}
const foreign = () =>
  performance.getEntriesByType('resource').filter(({ name }) => !new URL(name).host.endsWith(location.host))

it('<sg-device-map> asks nobody but its server for anything where no tile source is set', async () => {
  const before = foreign().length
  const page = await opened('', { [OWN_LOOK]: () => ({ ...TILES, map_kind: 'outline' }) })
  await page.says('Pump 1')
  await until('the brand is known', () => page.requestsOf(OWN_LOOK).length > 0)
  equal([page.root.querySelector('.world-map-tiles'), foreign().length - before], [null, 0])
})

it('<sg-device-map> shows whose its tiles are with their approval number, and the outline with a way back where none comes', async () => {
  const page = await opened('', { [OWN_LOOK]: () => TILES })
  await page.says('The map service does not answer', 'Retry')
  equal(page.root.querySelector('.world-map-tiles'), null)
  await page.press('Retry')
  await page.says('© Tiles · 审图号：GS(2024)0650')
})
