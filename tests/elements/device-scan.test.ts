import encodeQR from 'qr'
import { equal, until } from './check.ts'
import { pump } from './played-server.ts'
import { type Answers, Refused, shown as shownWith } from './screen-driver.ts'

const known = pump({ sn_code: 'P1', dev_alias: 'Pump 1' })

const shown = (answers: Answers = {}, rights = ['P10000', 'P30000', 'P30100']) =>
  shownWith(
    '<sg-device-list lang="en"></sg-device-list>',
    {
      'GET /dev': () => ({ rows: [known], total: 1 }),
      'GET /dev/counts': () => ({ online: 1, offline: 0, faulty: 0, unregistered: 0 }),
      'GET /dev/broker': () => ({ scheme: 'mqtt', host: '127.0.0.1', port: 1884, is_local: true }),
      'GET /dev/basic': ({ query }) =>
        query.get('sn_code') === 'P1' ? { ...known, points: [] } : new Refused('110509'),
      'GET /yun/dev/group': () => [],
      'GET /yun/module': () => ({ rows: [], total: 0 }),
      ...answers,
    },
    rights,
  )

/** A picture of a code, as a camera sees it: with room around it. */
function drawn(content: string): HTMLCanvasElement {
  const rows = encodeQR(content, 'raw', { border: 4 })
  const SCALE = 6
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.fillStyle = '#ddd'
  context.fillRect(0, 0, canvas.width, canvas.height)
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) {
      context.fillStyle = isDark ? '#111' : '#fff'
      context.fillRect(120 + x * SCALE, 60 + y * SCALE, SCALE, SCALE)
    }
  return canvas
}

const undo: (() => void)[] = []
afterEach(() => {
  for (const one of undo.splice(0)) one()
})
function replace(object: object, name: string, value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(object, name)
  Object.defineProperty(object, name, { configurable: true, value })
  undo.push(() => {
    if (own) Object.defineProperty(object, name, own)
    else Reflect.deleteProperty(object, name)
  })
}

/** A camera that sees a picture; its tracks. */
function cameraSeeing(picture: HTMLCanvasElement): MediaStreamTrack[] {
  const tracks: MediaStreamTrack[] = []
  const again = setInterval(() => picture.getContext('2d')?.fillRect(0, 0, 1, 1), 50)
  undo.push(() => clearInterval(again))
  replace(navigator, 'mediaDevices', {
    getUserMedia: async () => {
      const stream = picture.captureStream()
      tracks.push(...stream.getTracks())
      return stream
    },
  })
  return tracks
}
const cameraRefusing = (name: string) =>
  replace(navigator, 'mediaDevices', { getUserMedia: () => Promise.reject(new DOMException('', name)) })

/** Also before the rows are there: the menu stays when they come. */
const scan = (page: Awaited<ReturnType<typeof shown>>) => page.press('More actions', 'Scan a code…')
async function choosePhoto(page: Awaited<ReturnType<typeof shown>>, picture: HTMLCanvasElement) {
  const chooser = await page.find<HTMLInputElement>('.dialog input[type=file]')
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve))
  const files = new DataTransfer()
  files.items.add(new File([blob as Blob], 'photo.png', { type: 'image/png' }))
  chooser.files = files.files
  chooser.dispatchEvent(new Event('change', { bubbles: true }))
}
const opened = (page: Awaited<ReturnType<typeof shown>>) =>
  until('opened', () => page.events.find(({ type }) => type === 'sg-device-open')?.detail.sn_code)

it('<sg-device-list> opens the device whose label the camera sees, and lets go of the camera', async () => {
  const tracks = cameraSeeing(drawn('https://console.example/console/deviceDetail/P1'))
  const page = await shown()
  await scan(page)
  equal(await opened(page), 'P1')
  await until('the camera is off', () => tracks.every(({ readyState }) => readyState === 'ended'))
  await page.gone('.dialog')
})

it('<sg-device-list> registers a device that is not known here with what the code of its nameplate says', async () => {
  cameraRefusing('NotAllowedError')
  const page = await shown()
  await scan(page)
  await page.says('The camera was not allowed')
  await choosePhoto(page, drawn('sg:P9:secret-9'))
  await until('the SN', () => page.root.querySelector<HTMLInputElement>('input[name=sn_code]')?.value === 'P9')
  equal(page.root.querySelector<HTMLInputElement>('input[name=password]')?.value, 'secret-9')
})

it('<sg-device-list> says why a browser gives no camera over plain http, and takes the SN as it is typed', async () => {
  replace(navigator, 'mediaDevices', undefined)
  replace(globalThis, 'isSecureContext', false)
  const page = await shown()
  await scan(page)
  await page.says('This page came over plain http')
  await page.type('scanned_sn', 'P 1')
  await page.pressIn('[role=dialog] button', 'Continue')
  await page.says('An SN has 1 to 19 letters or digits')
  const [box, next] = ['.field-box', 'button'].map((part) =>
    page.root.querySelector(`.scan-typed ${part}`)?.getBoundingClientRect(),
  )
  equal([next?.top, next?.bottom], [box?.top, box?.bottom])
  await page.type('scanned_sn', 'P1')
  await page.pressIn('[role=dialog] button', 'Continue')
  equal(await opened(page), 'P1')
})

it('<sg-device-list> says of a code that it is none of a device, and of a photo that it has none', async () => {
  cameraRefusing('NotFoundError')
  const page = await shown()
  await scan(page)
  await page.says('There is no camera')
  await choosePhoto(page, drawn('https://shop.example/P1'))
  await page.says('This is not the code of a device: https://shop.example/P1')
  const empty = document.createElement('canvas')
  await choosePhoto(page, empty)
  await page.says('No code was found on the photo')
})

it('<sg-device-list> says to who may not register that a scanned device is not there', async () => {
  cameraRefusing('NotReadableError')
  const page = await shown({}, ['P10000', 'P30000'])
  await scan(page)
  await page.says('The camera could not be opened')
  await page.type('scanned_sn', 'P9')
  await page.pressIn('[role=dialog] button', 'Continue')
  await page.says('There is no device with the SN P9, or you may not see it')
})

it('<sg-device-list> fills the form of a new device from the code that the camera sees', async () => {
  const tracks = cameraSeeing(drawn('sg:P9:secret-9'))
  const page = await shown()
  await page.press('Register device', 'Scan the code…')
  await until('the SN', () => page.root.querySelector<HTMLInputElement>('input[name=sn_code]')?.value === 'P9')
  await until('the camera is off', () => tracks.every(({ readyState }) => readyState === 'ended'))
  equal(page.root.querySelector<HTMLInputElement>('input[name=password]')?.value, 'secret-9')
})
