import { equal, until } from './check.ts'
import { CONFIGURE, category, configured, resource } from './configure-pages.ts'
import { Refused } from './played-server.ts'
import { type Answers, find, named, press, says, shown, type } from './rights-pages.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await (() => import('../../elements/screens/gallery/index.ts'))()

async function opened(markup: string, answers: Answers = {}) {
  const all = await shown(markup, { ...configured, ...answers }, CONFIGURE)
  all.element.style.cssText = 'display: block; block-size: 700px; inline-size: 1200px'
  return all
}
type Element = Awaited<ReturnType<typeof opened>>['element']

const file = (name: string, size = 12, mime = 'image/png') => new File(['x'.repeat(size)], name, { type: mime })
async function choose(element: Element, ...files: File[]) {
  const input = await find<HTMLInputElement>(element, 'input[type=file]')
  const given = new DataTransfer()
  for (const one of files) given.items.add(one)
  input.files = given.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
function drop(element: Element, ...files: File[]) {
  const dataTransfer = new DataTransfer()
  for (const one of files) dataTransfer.items.add(one)
  const area = element.shadowRoot.querySelector('.gallery-area')
  for (const what of ['dragenter', 'dragover', 'drop'])
    area?.dispatchEvent(new DragEvent(what, { dataTransfer, bubbles: true, cancelable: true, composed: true }))
}

describe('<sg-gallery>', () => {
  it('<sg-gallery> requests what its attributes say', async () => {
    const { element, server } = await opened('<sg-gallery lang="en" type="symbol" category="1" page="2"></sg-gallery>')
    await says(element, 'Picture 1')
    const [asked] = server.asks('GET /yun/resourcesInfo')
    equal(
      ['resource_type', 'category_id', 'page'].map((name) => asked?.query.get(name)),
      ['symbol', '1', '2'],
    )
    await says(element, '50 MB of 200 MB used')
  })

  it('<sg-gallery> looks at files before they are sent, and sends those that nothing is wrong with', async () => {
    const { element, server } = await opened('<sg-gallery lang="en"></sg-gallery>', {
      'POST /yun/resourcesInfo/batch': () => resource(9),
    })
    await press(element, 'Upload pictures')
    await choose(element, file('tank.png'), file('notes.txt'), file('big.png', 1_500_000))
    await says(element, 'Is no PNG, JPEG, GIF or WebP picture')
    await says(element, '1.4 MB: more than 1 MB')
    await press(element, 'Upload 1')
    await says(element, '“tank” uploaded')
    const sent = server.asks('POST /yun/resourcesInfo/batch')
    equal(sent.length, 1)
    equal(sent[0]?.body, {
      resource_type: 'picture',
      resource_name: 'tank',
      category_id: null,
      files: [{ name: 'tank.png', content: btoa('x'.repeat(12)) }],
    })
    await says(element, 'notes.txt')
  })

  it('<sg-gallery> keeps what was refused with what was typed, and says it at its field', async () => {
    const { element } = await opened('<sg-gallery lang="en"></sg-gallery>', {
      'POST /yun/resourcesInfo/batch': ({ body }) =>
        body.resource_name === 'pump'
          ? new Refused('114004', [{ field: 'resource_name', message: 'is the name of another resource' }])
          : resource(9),
    })
    await press(element, 'Upload pictures')
    await choose(element, file('tank.png'), file('pump.png'))
    await press(element, 'Upload 2')
    await says(element, 'is the name of another resource')
    await until('the other is gone', () => !element.shadowRoot.textContent?.includes('tank.png'))
    const field = await find<HTMLInputElement>(element, '.gallery-file input')
    equal([field.value, field.getAttribute('aria-invalid')], ['pump', 'true'])
    await type(element, field.name, 'pump 2')
    await press(element, 'Upload 1')
    await says(element, '“pump 2” uploaded')
    await until('closed', () => !element.shadowRoot.querySelector('.side-panel'))
  })

  it('<sg-gallery> takes files that are dropped on it', async () => {
    const { element } = await opened('<sg-gallery lang="en"></sg-gallery>')
    await says(element, 'Picture 1')
    drop(element, file('tank.png'))
    await says(element, 'tank.png')
    await named(element, 'Upload 1')
  })

  it('a model is one scene with its parts, sent together', async () => {
    const { element, server } = await opened('<sg-gallery lang="en" type="model"></sg-gallery>', {
      'POST /yun/resourcesInfo/batch': () => new Refused('201801', [{ field: 'files.0', message: 'lacks b.bin' }]),
    })
    await press(element, 'Upload a model')
    await choose(element, file('a.bin'))
    await says(element, 'A gltf or glb file is missing')
    await choose(element, file('pump.gltf'), file('A.bin'))
    await says(element, 'Is there twice')
    await press(element, 'Take A.bin out')
    await until('it is gone', () => !element.shadowRoot.textContent?.includes('A.bin'))
    equal((await find<HTMLInputElement>(element, '[name=model_name]')).value, 'pump')
    await press(element, 'Upload', '.side-panel-foot button')
    await says(element, 'lacks b.bin')
    const [sent] = server.asks('POST /yun/resourcesInfo/batch')
    equal(
      ((sent?.body.files ?? []) as { name: string }[]).map(({ name }) => name),
      ['a.bin', 'pump.gltf'],
    )
  })

  it('<sg-gallery> says which screens use what cannot be deleted', async () => {
    const { element } = await opened('<sg-gallery lang="en"></sg-gallery>', {
      'DELETE /yun/resourcesInfo': () => new Refused('114007', [{ field: 'screens', message: 'Pump house' }]),
    })
    await press(element, 'Look at “Picture 1”')
    await press(element, 'Delete')
    await press(element, 'Delete “Picture 1”')
    await says(element, '“Picture 1” is in use and cannot be deleted')
    await says(element, 'Pump house')
  })

  it('<sg-gallery> renames and moves', async () => {
    const { element, server } = await opened('<sg-gallery lang="en"></sg-gallery>', {
      'PUT /yun/resourcesInfo': () => resource(1, { resource_name: 'Tank' }),
    })
    await press(element, 'Look at “Picture 1”')
    await type(element, 'resource_name', 'Tank')
    ;(await find(element, '.side-panel .select-button')).click()
    await press(element, 'Kind 2', '[role=option]')
    await press(element, 'Save')
    await says(element, '“Tank” saved')
    equal(server.asks('PUT /yun/resourcesInfo')[0]?.body, { resource_id: 1, resource_name: 'Tank', category_id: 2 })
  })

  it("<sg-gallery> leaves others' as they are", async () => {
    const { element } = await opened('<sg-gallery lang="en"></sg-gallery>')
    await press(element, 'Look at “Picture 2”')
    await says(element, 'Uploaded by wang')
    equal(element.shadowRoot.querySelector('.side-panel form, .side-panel-foot'), null)
  })

  it('<sg-gallery> makes and deletes categories', async () => {
    let categories = [category(1)]
    const { element, server } = await opened('<sg-gallery lang="en"></sg-gallery>', {
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
    await press(element, 'New category')
    await type(element, 'category_name', 'A name that is too long')
    await press(element, 'Create')
    await find(element, '[name=category_name][aria-invalid=true]')
    await type(element, 'category_name', 'Tanks')
    await press(element, 'Create')
    await says(element, 'Category “Tanks” made')
    equal(server.asks('POST /yun/resourcesClassify')[0]?.body, { resource_type: 'picture', category_name: 'Tanks' })
    ;(await find(element, '.gallery-category:nth-of-type(2)')).click()
    await press(element, 'Actions of the category “Kind 1”')
    await press(element, 'Delete the category')
    await says(element, 'The one in it stays')
    await press(element, 'Delete “Kind 1”')
    await says(element, 'Category “Kind 1” deleted')
  })
})
