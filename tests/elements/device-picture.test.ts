import { equal, until } from './check.ts'
import { pump } from './played-server.ts'
import { type Answers, Refused, type Screen, shown, upload, write } from './screen-driver.ts'

const SET = 'PUT /dev/picture/batch'
const REMOVE = 'DELETE /dev/picture'
const CHOOSER = '.picture-field-row input'

/** A picture that a browser made, as a camera would. */
async function photo(width: number, height: number, type = 'image/jpeg'): Promise<File> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.fillRect(0, 0, width / 2, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
  return new File([blob as Blob], 'photo.jpg', { type })
}
const contentOf = async (file: File) =>
  btoa(Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
const sizeOf = async (content: string) => {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))
  const { width, height } = await createImageBitmap(new Blob([bytes]))
  return [width, height]
}

const pictureOf = async (file: File, tag: string) => ({
  mime: file.type,
  width: 40,
  height: 30,
  content: await contentOf(file),
  tag,
})
const monitor = (more: object, answers: Answers = {}) =>
  shown(
    '<sg-device-monitor lang="en" sn="PUMP1"></sg-device-monitor>',
    { 'GET /dev/basic': () => pump({ may_edit: true, ...more }), ...answers },
    ['P30000', 'P30200', 'P100000'],
  )
const isDrawn = ({ naturalWidth }: HTMLImageElement) => naturalWidth > 0
const sentTo = ({ server }: Screen) => server.requestsOf(SET).map(({ body }) => body as { file: { content: string } })
const drop = (row: HTMLElement, file: File) => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  row.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, composed: true, cancelable: true }))
}

it('a device’s page shows its scene picture, which names the device, and opens it large', async () => {
  const picture = await pictureOf(await photo(40, 30), 'tag-1')
  const page = await monitor({ picture_tag: 'tag-1' }, { 'GET /dev/picture': () => picture })
  const image = await page.find<HTMLImageElement>('.scene-picture > img')
  equal(image.alt, 'Scene picture of Pump 1')
  await until('it is drawn', () => isDrawn(image))
  image.closest('button')?.click()
  const large = await page.find<HTMLImageElement>('.dialog .scene-picture-large')
  equal(large.alt, 'Scene picture of Pump 1')
  equal(page.requestsOf('GET /dev/picture').length, 1)
  const without = await monitor({})
  await without.says('BX-3')
  equal(without.requestsOf('GET /dev/picture'), [])
})

it('a scene picture that cannot be loaded says so, and is tried again', async () => {
  const picture = await pictureOf(await photo(40, 30), 'tag-2')
  let isThere = false
  const page = await monitor(
    { picture_tag: 'tag-2' },
    { 'GET /dev/picture': () => (isThere ? picture : new Refused('100002')) },
  )
  await page.says('The picture cannot be loaded')
  equal(page.state, 'ready')
  isThere = true
  await page.press('Retry')
  await page.find('.scene-picture > img')
})

it('a picture is chosen in a device’s form, seen before it is saved, and sent as it is where it is small', async () => {
  const page = await monitor({}, { [SET]: () => ({ picture_tag: 'tag-3' }) })
  await page.press('Edit')
  const file = await photo(400, 300, 'image/png')
  upload(await page.find<HTMLInputElement>(CHOOSER), file)
  const preview = await page.find<HTMLImageElement>('.picture-field-row img')
  await until('it is drawn', () => isDrawn(preview))
  equal(page.requestsOf(SET), [])
  await page.press('Save')
  await page.requested(SET)
  equal(sentTo(page)[0]?.file.content, await contentOf(file))
  await page.gone('.dialog')
  equal(page.requestsOf('PUT /dev/basic'), [])
})

it('a photo that is larger is scaled down before it is sent', async () => {
  const page = await monitor({}, { [SET]: () => ({ picture_tag: 'tag-4' }) })
  await page.press('Edit')
  drop(await page.find('.picture-field-row'), await photo(2560, 1000))
  await page.find('.picture-field-row img')
  await page.press('Save')
  await page.requested(SET)
  equal(await sizeOf(sentTo(page)[0]?.file.content ?? ''), [1280, 500])
})

it('what is no picture is said at the field, by the browser or the server, and nothing typed is lost', async () => {
  const page = await monitor({}, { 'PUT /dev/basic': ({ body }) => pump({ may_edit: true, ...(body as object) }) })
  await page.press('Edit')
  write(await page.find<HTMLInputElement>('[name=site_name]'), 'South works')
  const chooser = await page.find<HTMLInputElement>(CHOOSER)
  upload(chooser, new File(['not a picture'], 'x.png', { type: 'image/png' }))
  const wrong = () => page.texts('.field[data-wrong] .field-error')[0]
  await until('what is wrong', () => wrong()?.startsWith('This browser cannot read it'))
  upload(chooser, await photo(40, 30))
  await until('nothing is wrong', () => wrong() === undefined)
  page.answers[SET] = () => new Refused('201801', [{ field: 'file', message: 'is a GIF: use PNG, JPEG or WebP' }])
  await page.press('Save')
  await until('what the server says', () => wrong() === 'is a GIF: use PNG, JPEG or WebP')
  equal((await page.find<HTMLInputElement>('[name=site_name]')).value, 'South works')
  page.answers[SET] = () => ({ picture_tag: 'tag-5' })
  upload(chooser, await photo(50, 30))
  await until('nothing is wrong', () => wrong() === undefined)
  await page.press('Save')
  await page.gone('.dialog')
})

it('a picture is taken away in a device’s form', async () => {
  const picture = await pictureOf(await photo(40, 30), 'tag-6')
  let picture_tag: string | null = 'tag-6'
  const page = await monitor(
    {},
    {
      'GET /dev/basic': () => pump({ may_edit: true, picture_tag }),
      'GET /dev/picture': () => picture,
      [REMOVE]: () => {
        picture_tag = null
        return {}
      },
    },
  )
  await page.press('Edit', 'Remove Scene picture')
  await page.gone('.picture-field-row img')
  equal(page.requestsOf(REMOVE), [])
  await page.press('Save')
  equal(String((await page.requested(REMOVE)).query), 'sn_code=PUMP1')
  await page.gone('.dialog')
  await page.gone('.scene-picture')
})
