import { equal, until } from './check.ts'
import { keptSettings, READ } from './organisation-settings-pages.ts'
import { type Answers, Refused, shown, upload, write } from './screen-driver.ts'

const PAGE = '<sg-organisation-settings lang="en"></sg-organisation-settings>'
const SAVE = 'PUT /yun/individuation'
const UPLOAD = 'POST /yun/individuation/picture/batch'

const saving: Answers = {
  [READ]: () => keptSettings(),
  [SAVE]: ({ body }: { body: Record<string, unknown> }) => {
    const { version, ...settings } = body
    return { ...keptSettings(settings), version: Number(version) + 1 }
  },
}
const opened = async (answers: Answers = {}) => {
  const page = await shown(PAGE, { ...saving, ...answers }, ['P80000', 'P81000'])
  // Pictures are those of the page's own host, which its policy lets in.
  Object.assign(page.server.connection, { baseUrl: location.origin })
  await page.find('.org-preview')
  return page
}

it('<sg-organisation-settings> shows in both themes what is typed before it is saved, and saves it whole', async () => {
  const page = await opened()
  await page.type('product_name', 'Water works')
  await page.type('accent', '#7a1f5c')
  await until(
    'the name in both themes',
    () => page.texts('.org-brand').filter((name) => name === 'Water works').length === 2,
  )
  const button = await page.find('.org-light .org-button')
  await until('the colour', () => getComputedStyle(button).backgroundColor === 'rgb(122, 31, 92)')
  const dark = await page.find('.org-dark .org-button')
  equal(getComputedStyle(dark).backgroundColor === 'rgb(122, 31, 92)', false)
  equal(page.text.includes('Not saved yet'), true)
  await page.press('Save')
  await page.says('Saved by Li Na')
  const [body] = page.bodies(SAVE) as Record<string, unknown>[]
  equal(
    [body?.product_name, body?.accent, body?.version, body?.timezone],
    ['Water works', '#7a1f5c', 1, 'Asia/Shanghai'],
  )
})

it('<sg-organisation-settings> says at the field what is wrong before anything is sent', async () => {
  const page = await opened()
  await page.type('accent', '#ffff00')
  await page.type('media_hosts', 'http://cameras.example')
  await page.press('Save')
  await page.says('has a contrast of 1.1:1', '“http://cameras.example” is no origin of https')
  equal(page.requestsOf(SAVE).length, 0)
  await page.type('accent', '#123')
  await page.says('It has to be like #rrggbb')
})

it('<sg-organisation-settings> uploads a picture when it is chosen, shows it, and names it when it is saved', async () => {
  const picture_id = 'p'.repeat(22)
  const page = await opened({ [UPLOAD]: () => ({ picture_id, mime: 'image/png', width: 1, height: 1, bytes: 3 }) })
  const [logo, , , background] = page.all<HTMLInputElement>('input[type=file]')
  if (!logo || !background) throw new Error('no field for a file')
  upload(logo, new File(['png'], 'logo.png', { type: 'image/png' }))
  await until('the logo in the preview', () => page.root.querySelectorAll('.org-brand img').length === 2)
  upload(background, new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'large.png'))
  await page.says('The file is too large: up to 2 MB')
  await page.press('Save')
  const { body } = await page.requested(SAVE)
  equal((body as Record<string, unknown>).logo, picture_id)
  equal(page.requestsOf(UPLOAD).length, 1)
})

it('<sg-organisation-settings> says where the server does not take a picture', async () => {
  const page = await opened({ [UPLOAD]: () => new Refused('201801') })
  const [logo] = page.all<HTMLInputElement>('input[type=file]')
  upload(logo as HTMLInputElement, new File(['x'], 'logo.png'))
  await until('what is wrong', () => page.root.querySelector('.field[data-wrong] .field-error')?.textContent)
})

it('<sg-organisation-settings> begins own chart colours as those chosen before, and says which of them is wrong', async () => {
  const page = await opened()
  await page.choose('Palette', 'Orange')
  await page.choose('Palette', 'Own')
  const fourth = await until('ten colours', () => page.all<HTMLInputElement>('.org-colours input')[3])
  equal(page.all<HTMLInputElement>('.org-colours input')[0]?.value, '#b85c00')
  write(fourth, '#ffffff')
  await page.press('Save')
  await page.says('Colour 4 has a contrast of 1.0:1')
  await page.press('Reset to defaults (Chart colours)')
  await page.gone('.org-colours')
})

it('<sg-organisation-settings> offers the maps that the server has, and the address of another one', async () => {
  const kept = {
    ...keptSettings({ map_kind: 'pmtiles', map_attribution: '© Water works' }),
    map_files: ['china.pmtiles'],
  }
  const page = await opened({ [READ]: () => kept })
  await page.choose('Map file of this server', 'china.pmtiles')
  const address = await page.find<HTMLInputElement>('[name=map_url]')
  await until('its address', () => address.value === '/maps/china.pmtiles')
  await page.press('Save')
  await page.says('Saved by Li Na')
  const [body] = page.bodies(SAVE) as Record<string, unknown>[]
  equal(body?.map_url, '/maps/china.pmtiles')
})

it('<sg-organisation-settings> keeps what was typed when somebody saved meanwhile, and loads what they saved', async () => {
  const message = 'Li Na saved other settings at 10:00'
  const page = await opened({
    [SAVE]: () => new Refused('100027', [{ field: 'version', message }]),
  })
  await page.type('product_name', 'Mine')
  await page.press('Save')
  await page.says(message)
  page.answers[READ] = () => ({ ...keptSettings({ footer: 'Theirs' }), version: 7 })
  Object.assign(page.answers, { [SAVE]: saving[SAVE] })
  await page.press('Load their settings')
  await until('theirs beside mine', async () => (await page.typedIn('footer')) === 'Theirs')
  equal(await page.typedIn('product_name'), 'Mine')
  await page.press('Save')
  const body = (await page.requested(SAVE, 1)).body as Record<string, unknown>
  equal([body.version, body.footer, body.product_name], [7, 'Theirs', 'Mine'])
})

it('<sg-organisation-settings> keeps what was typed for who comes back to its page', async () => {
  const page = await opened()
  await page.type('product_name', 'Half')
  await page.says('Not saved yet')
  page.element.remove()
  await page.gone('.org')
  page.box.append(page.element)
  await until('what was typed', async () => (await page.typedIn('product_name')) === 'Half')
  await page.press('Discard changes')
  await until('as it was', () => !page.text.includes('Not saved yet'))
})
