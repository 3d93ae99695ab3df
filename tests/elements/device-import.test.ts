import { equal, until } from './check.ts'
import { CHECK, checked, importAnswers, imported, LIST, START } from './device-import-pages.ts'
import { pump } from './played-server.ts'
import { type Answers, Refused, shown, upload } from './screen-driver.ts'

const answers: Answers = {
  ...importAnswers,
  'GET /dev': () => ({
    rows: [pump({ sn_code: 'P1', dev_alias: 'Pump P1', may_edit: true, region: 'Guangdong' })],
    total: 1,
  }),
  'GET /dev/tags': () => [],
  'GET /dev/counts': () => ({ online: 1, offline: 0, faulty: 0, unregistered: 0 }),
  'GET /yun/dev/group': () => [],
  'GET /dev/basic': () => pump({ sn_code: 'P1', may_edit: true }),
  'PUT /dev/basic': () => pump({ sn_code: 'P1' }),
  'GET /districtInfo': ({ query }) =>
    query.get('parent_code') === null
      ? [{ region_code: '440000', name: '广东省', name_en: 'Guangdong', is_divided: true }]
      : [{ region_code: '440300', name: '深圳市', name_en: 'Shenzhen', is_divided: false }],
}
const opened = (more: Answers = {}, attributes = '') =>
  shown(
    `<sg-device-list lang="en" ${attributes}></sg-device-list>`,
    { ...answers, ...more },
    ['P30000', 'P30100', 'P30200', 'P31000', 'P31100', 'P100000'],
    'block-size: 700px',
  )
async function choose(more: Answers = {}) {
  const page = await opened(more)
  await page.find('.table-rows [role=row]')
  await page.press('More actions')
  await page.press('Import devices…')
  const input = await page.find<HTMLInputElement>('[role=dialog] input[type=file]')
  upload(input, new File(['SN,What'], 'pumps.csv'))
  return page
}

it('<sg-device-list> checks a file of devices, shows what is wrong at its cell, and takes another column', async () => {
  const page = await choose()
  await page.says('pumps.csv: 2 rows; 1 new, 0 to update, 0 unchanged, 1 wrong')
  await page.says('Wrong cells', 'is not valid', 'Import the 1 right row')
  page.answers[CHECK] = () => checked({ columns: ['sn_code', 'dev_alias', 'card_no'] })
  await page.choose('What “What” is imported as', 'Name')
  await until('it is checked again', () => page.bodies(CHECK).length === 2)
  const [, again] = page.bodies(CHECK) as { columns: unknown; file: { name: string } }[]
  equal([again?.file.name, again?.columns], ['pumps.csv', ['sn_code', 'dev_alias', 'card_no']])
})

it('<sg-device-list> makes the groups that a file names and that are missing, those above first, and checks again', async () => {
  let next = 10
  const page = await choose({
    [CHECK]: () => checked({ missing_groups: ['Works', 'Works/Hall 1'] }),
    'POST /yun/dev/group': () => ({ group_id: next++ }),
  })
  await page.says('2 groups of the file do not exist yet: Works, Works/Hall 1')
  page.answers[CHECK] = () => checked()
  await page.press('Create 2 groups')
  await until('it is checked again', () => page.bodies(CHECK).length === 2)
  await until('no group is missing', () => !page.offers('Create 2 groups'))
  equal(page.bodies('POST /yun/dev/group'), [
    { group_name: 'Works', parent_id: null },
    { group_name: 'Hall 1', parent_id: 10 },
  ])
})

it('<sg-device-list> speaks of passwords that the server made only where it made some', async () => {
  const words = 'Passwords that the server made can be saved only while this is open'
  const afterImport = async (without_password: number) => {
    const page = await choose({ [CHECK]: () => checked({ without_password }), [LIST]: () => [imported()] })
    await page.press('Import the 1 right row')
    await page.says('The import is done')
    return page.text.includes(words)
  }
  equal([await afterImport(1), await afterImport(0)], [true, false])
})

it('<sg-device-list> imports the right rows of a file, and saves the result with the key of the import', async () => {
  const page = await choose()
  await page.says('Import the 1 right row')
  page.answers[LIST] = () => [imported({ state: 'running', done: 1 })]
  await page.press('Import the 1 right row')
  await page.says('1 of 2 rows done')
  equal((page.bodies(START) as { skip_wrong: boolean; update_existing: boolean }[])[0]?.skip_wrong, true)
  page.answers[LIST] = () => [imported()]
  await page.says('The import is done', '1 registered')
  page.answers['POST /dev/import/result'] = () => new Refused('100019')
  await page.press('Result file')
  await page.press('CSV file (.csv)')
  await until('it is asked for', () => page.bodies('POST /dev/import/result').length === 1)
  equal(page.bodies('POST /dev/import/result'), [{ import_id: 4, format: 'csv', lang: 'en', result_key: 'k' }])
})

it('<sg-device-list> shows the import that is under way, and cancels it', async () => {
  const page = await opened({
    [LIST]: () => [imported({ state: 'running', done: 1 })],
    'PUT /dev/import/cancel': () => imported({ state: 'cancelled' }),
  })
  await page.find('.table-rows [role=row]')
  await page.press('More actions')
  await page.press('Import devices…')
  await page.says('1 of 2 rows done')
  await page.press('Cancel the import')
  await until('it is cancelled', () => page.bodies('PUT /dev/import/cancel').length === 1)
})

it('<sg-device-list> says why a file is refused', async () => {
  const page = await choose({ [CHECK]: () => new Refused('201801', [{ field: 'file', message: 'is no spreadsheet' }]) })
  await page.says('is no spreadsheet')
})

it('<sg-device-list> lists the devices of a region, a province first', async () => {
  const page = await opened()
  await page.find('.table-rows [role=row]')
  await page.choose('Province', 'Guangdong')
  await until('they are asked for', () =>
    page.requestsOf('GET /dev').some(({ query }) => query.get('region_code') === '440000'),
  )
  await page.says('Region: Guangdong')
  await page.choose('City', 'Shenzhen')
  await until('the city is asked for', () =>
    page.requestsOf('GET /dev').some(({ query }) => query.get('region_code') === '440300'),
  )
})

it('the form of a device takes a region of China, or one elsewhere in words', async () => {
  const page = await opened()
  await page.press('Actions of Pump P1')
  await page.press('Edit')
  await page.type('region_text', 'Hamburg')
  await page.press('Save')
  await until('it is sent', () => page.bodies('PUT /dev/basic').length === 1)
  equal((page.bodies('PUT /dev/basic')[0] as { region_text: string }).region_text, 'Hamburg')
})
