import { equal, until } from './check.ts'
import { CONFIGURE, category, configured, resource } from './configure-pages.ts'
import { type Answers, Refused, type Screen, shown, upload } from './screen-driver.ts'

const opened = (markup: string, answers: Answers = {}) =>
  shown(markup, { ...configured, ...answers }, CONFIGURE, 'block-size: 700px; inline-size: 1200px')

const file = (name: string, size = 12, mime = 'image/png') => new File(['x'.repeat(size)], name, { type: mime })
const pick = async (page: Screen, ...files: File[]) =>
  upload(await page.find<HTMLInputElement>('input[type=file]'), ...files)
function drop(page: Screen, ...files: File[]) {
  const dataTransfer = new DataTransfer()
  for (const one of files) dataTransfer.items.add(one)
  const area = page.root.querySelector('.gallery-area')
  for (const what of ['dragenter', 'dragover', 'drop'])
    area?.dispatchEvent(new DragEvent(what, { dataTransfer, bubbles: true, cancelable: true, composed: true }))
}

it('<sg-gallery> requests what its attributes say', async () => {
  const page = await opened('<sg-gallery lang="en" type="symbol" category="1" page="2"></sg-gallery>')
  await page.says('Picture 1')
  const [request] = page.requestsOf('GET /yun/resourcesInfo')
  equal(
    ['resource_type', 'category_id', 'page'].map((name) => request?.query.get(name)),
    ['symbol', '1', '2'],
  )
  await page.says('50 MB of 200 MB used')
})

it('<sg-gallery> looks at files before they are sent, and sends those that nothing is wrong with', async () => {
  const page = await opened('<sg-gallery lang="en"></sg-gallery>', {
    'POST /yun/resourcesInfo/batch': () => resource(9),
  })
  await page.press('Upload pictures')
  await pick(page, file('tank.png'), file('notes.txt'), file('big.png', 1_500_000))
  await page.says('Is no PNG, JPEG, GIF or WebP picture', '1.4 MB: more than 1 MB')
  await page.press('Upload 1')
  await page.says('“tank” uploaded')
  const sent = page.requestsOf('POST /yun/resourcesInfo/batch')
  equal(sent.length, 1)
  equal(sent[0]?.body, {
    resource_type: 'picture',
    resource_name: 'tank',
    category_id: null,
    files: [{ name: 'tank.png', content: btoa('x'.repeat(12)) }],
  })
  await page.says('notes.txt')
})

it('<sg-gallery> keeps what was refused with what was typed, and says it at its field', async () => {
  const page = await opened('<sg-gallery lang="en"></sg-gallery>', {
    'POST /yun/resourcesInfo/batch': ({ body }) =>
      body.resource_name === 'pump'
        ? new Refused('114004', [{ field: 'resource_name', message: 'is the name of another resource' }])
        : resource(9),
  })
  await page.press('Upload pictures')
  await pick(page, file('tank.png'), file('pump.png'))
  await page.press('Upload 2')
  await page.says('is the name of another resource')
  await until('the other is gone', () => !page.text.includes('tank.png'))
  const field = await page.find<HTMLInputElement>('.gallery-file input')
  equal([field.value, field.getAttribute('aria-invalid')], ['pump', 'true'])
  await page.type(field.name, 'pump 2')
  await page.press('Upload 1')
  await page.says('“pump 2” uploaded')
  await page.gone('.side-panel')
})

it('<sg-gallery> takes files that are dropped on it', async () => {
  const page = await opened('<sg-gallery lang="en"></sg-gallery>')
  await page.says('Picture 1')
  drop(page, file('tank.png'))
  await page.says('tank.png')
  await page.named('Upload 1')
})

it('a model is one scene with its parts, sent together', async () => {
  const page = await opened('<sg-gallery lang="en" type="model"></sg-gallery>', {
    'POST /yun/resourcesInfo/batch': () => new Refused('201801', [{ field: 'files.0', message: 'lacks b.bin' }]),
  })
  await page.press('Upload a model')
  await pick(page, file('a.bin'))
  await page.says('A gltf or glb file is missing')
  await pick(page, file('pump.gltf'), file('A.bin'))
  await page.says('Is there twice')
  await page.press('Take A.bin out')
  await until('it is gone', () => !page.text.includes('A.bin'))
  equal(await page.typedIn('model_name'), 'pump')
  await page.pressIn('.side-panel .foot button', 'Upload')
  await page.says('lacks b.bin')
  const [sent] = page.requestsOf('POST /yun/resourcesInfo/batch')
  equal(
    ((sent?.body.files ?? []) as { name: string }[]).map(({ name }) => name),
    ['a.bin', 'pump.gltf'],
  )
})

it('<sg-gallery> says which screens use what cannot be deleted', async () => {
  const page = await opened('<sg-gallery lang="en"></sg-gallery>', {
    'DELETE /yun/resourcesInfo': () => new Refused('114007', [{ field: 'screens', message: 'Pump house' }]),
  })
  await page.press('Look at “Picture 1”', 'Delete', 'Delete “Picture 1”')
  await page.says('“Picture 1” is in use and cannot be deleted', 'Pump house')
})

it('<sg-gallery> renames and moves', async () => {
  const page = await opened('<sg-gallery lang="en"></sg-gallery>', {
    'PUT /yun/resourcesInfo': () => resource(1, { resource_name: 'Tank' }),
  })
  await page.press('Look at “Picture 1”')
  await page.type('resource_name', 'Tank')
  ;(await page.find('.side-panel .select-button')).click()
  await page.press('Kind 2', 'Save')
  await page.says('“Tank” saved')
  equal(page.requestsOf('PUT /yun/resourcesInfo')[0]?.body, { resource_id: 1, resource_name: 'Tank', category_id: 2 })
})

it("<sg-gallery> leaves others' as they are", async () => {
  const page = await opened('<sg-gallery lang="en"></sg-gallery>')
  await page.press('Look at “Picture 2”')
  await page.says('Uploaded by wang')
  equal(page.root.querySelector('.side-panel form, .side-panel .foot'), null)
})

it('<sg-gallery> makes and deletes categories', async () => {
  let categories = [category(1)]
  const page = await opened('<sg-gallery lang="en"></sg-gallery>', {
    'GET /yun/resourcesClassify': () => categories,
    'POST /yun/resourcesClassify': ({ body }) => {
      const made = category(2, { category_name: body.category_name, resource_count: 0 })
      categories = [...categories, made]
      return made
    },
    'DELETE /yun/resourcesClassify': () => {
      categories = categories.slice(1)
      return {}
    },
  })
  await page.press('New category')
  await page.type('category_name', 'A name that is too long')
  await page.press('Create')
  await page.find('[name=category_name][aria-invalid=true]')
  await page.type('category_name', 'Tanks')
  await page.press('Create')
  await page.says('Category “Tanks” made')
  equal(page.requestsOf('POST /yun/resourcesClassify')[0]?.body, { resource_type: 'picture', category_name: 'Tanks' })
  ;(await page.find('.gallery-category:nth-of-type(2)')).click()
  await page.press('Actions of the category “Kind 1”', 'Delete the category')
  await page.says('The one in it stays')
  await page.press('Delete “Kind 1”')
  await page.says('Category “Kind 1” deleted')
})
