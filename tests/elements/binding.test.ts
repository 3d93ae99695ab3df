import { equal, until } from './check.ts'
import { bound, boundDevices, CONFIGURE, configured, template, templateGroup, valuesNow } from './configure-pages.ts'
import { type Answers, key, Refused, shown } from './screen-driver.ts'

const opened = (markup: string, answers: Answers = {}, roles: string[] = CONFIGURE) =>
  shown(markup, { ...configured, ...answers }, roles, 'block-size: 600px; inline-size: 1200px')

/** Devices as the server keeps them: gateways are refused. */
function binding() {
  let rows = boundDevices()
  return {
    'GET /yun/module/binding': () => ({ rows, total: rows.length }),
    'PUT /yun/module/binding': ({ body }: { body: Record<string, unknown> }) => {
      const { template_id, sn_codes } = body as { template_id: number | null; sn_codes: string[] }
      const codeOf = (sn: string) => (sn === 'G1' ? '115007' : sn === 'P3' ? '110539' : null)
      rows = rows.map((one) =>
        sn_codes.includes(one.sn_code) && codeOf(one.sn_code) === null
          ? { ...one, template_id, module_name: template_id === null ? null : `Template ${template_id}` }
          : one,
      )
      return sn_codes.map((id) => ({ id, code: codeOf(id) }))
    },
  }
}
it('<sg-template-binding> requests what its attributes say, and informs the page what is chosen', async () => {
  const page = await opened('<sg-template-binding lang="en" template="2" bound="no" page="2"></sg-template-binding>')
  await page.says('Template: Template 2')
  const [request] = page.requestsOf('GET /yun/module/binding')
  equal(
    ['template_id', 'is_bound', 'page'].map((name) => request?.query.get(name)),
    ['2', 'false', '2'],
  )
  await page.press('Remove the filter Unbound')
  await until('reported', () => page.events.length > 0)
  equal(page.events.at(-1)?.detail, { search: '', template: 2, group: null, bound: '', page: null })
})

it('<sg-template-binding> binds one device, says it, and takes it back to what it had', async () => {
  const page = await opened('<sg-template-binding lang="en"></sg-template-binding>', binding())
  await page.openRow('Pump P1')
  await page.choose('.side-panel', 'Template 2')
  await page.press('Bind')
  await page.says('Pump P1 bound to “Template 2”')
  await page.press('Undo')
  await page.says('Undone')
  equal(page.bodies('PUT /yun/module/binding'), [
    { template_id: 2, sn_codes: ['P1'] },
    { template_id: 1, sn_codes: ['P1'] },
  ])
})

it('<sg-template-binding> says of each device that was refused why, and selects them for another try', async () => {
  const page = await opened('<sg-template-binding lang="en"></sg-template-binding>', binding())
  ;(await page.find('.table-rows [role=row]')) && (await page.find('[role=columnheader] input')).click()
  await page.says('4 selected')
  await page.press('Bind to a template')
  await page.says('1 of them is a VPN gateway')
  await page.choose('.side-panel', 'Template 2')
  await page.press('Bind 4 devices')
  await page.says(
    '2 were left as they are',
    'Gateway (G1): VPN devices cannot be bound to a template',
    'Pump P3 (P3): You have no right to write to this device',
    '2 devices bound to “Template 2”',
  )
  await page.press('Select those not done')
  await page.says('2 selected')
})

it('<sg-template-binding> unbinds at once, says what stays, and can take it back', async () => {
  const page = await opened('<sg-template-binding lang="en"></sg-template-binding>', binding())
  await page.openRow('Pump P1')
  await page.says('Once unbound, the rules and screens of the template no longer apply')
  await page.press('Unbind')
  await page.says('Pump P1 unbound; points and history stay')
  equal(page.requestsOf('PUT /yun/module/binding')[0]?.body, { template_id: null, sn_codes: ['P1'] })
  await page.named('Undo')
})

it('<sg-template-binding> does many a few at a time, with a bar that can be stopped', async () => {
  const rows = Array.from({ length: 50 }, (_, at) => bound(`D${at}`))
  let goOn = () => {}
  const page = await opened('<sg-template-binding lang="en"></sg-template-binding>', {
    'GET /yun/module/binding': () => ({ rows, total: 50 }),
    'PUT /yun/module/binding': ({ body }) =>
      new Promise((resolve) => {
        goOn = () => resolve((body.sn_codes as string[]).map((id) => ({ id, code: null })))
      }),
  })
  await page.find('.table-rows [role=row]')
  ;(await page.find('[role=columnheader] input')).click()
  await page.press('Bind to a template')
  await page.choose('.side-panel', 'Template 2')
  await page.press('Bind 50 devices')
  await page.says('Binding 0 of 50')
  await page.requested('PUT /yun/module/binding')
  await page.press('Stop')
  goOn()
  await page.says('Stopped: 30 were not reached')
  equal(page.requestsOf('PUT /yun/module/binding').length, 1)
})

it('<sg-template-binding> says of which device it is not known whether it was bound when the line is lost', async () => {
  const page = await opened('<sg-template-binding lang="en"></sg-template-binding>', {
    'PUT /yun/module/binding': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await page.openRow('Pump P2')
  await page.choose('.side-panel', 'Template 1')
  await page.press('Bind')
  await page.says('Not known for 1', 'Pump P2 (P2): The server did not answer. It is not known whether this was done')
  equal(page.text.includes('left as it is'), false)
})

it('a user without the right to bind sees the bindings and cannot change them', async () => {
  const page = await opened('<sg-template-binding lang="en"></sg-template-binding>', {}, ['P40000', 'P41000'])
  await page.openRow('Pump P2')
  await page.says('Template now')
  equal(page.root.querySelector('#binding-form, .table-rows input'), null)
})

it('<sg-template-binding> requires a template to be chosen', async () => {
  const page = await opened('<sg-template-binding lang="en"></sg-template-binding>', binding())
  await page.openRow('Pump P1')
  await page.named('Bind')
  await page.find('#binding-form')
  await page.press('Bind')
  await page.says('Choose a template')
  equal(page.requestsOf('PUT /yun/module/binding'), [])
})

it('<sg-template-groups> tells what is wrong with a name at its field, and sends nothing', async () => {
  const page = await opened('<sg-template-groups lang="en"></sg-template-groups>')
  await page.press('New group')
  await page.type('group_name', '_pumps')
  await page.press('Create')
  await page.says('No underscore at the beginning or the end')
  equal(page.requestsOf('POST /yun/module/group'), [])
})

it('<sg-template-groups> keeps what was typed when the name is taken', async () => {
  const page = await opened('<sg-template-groups lang="en"></sg-template-groups>', {
    'POST /yun/module/group': () => new Refused('202301', [{ field: 'group_name', message: 'is taken' }]),
  })
  await page.press('New group')
  await page.type('group_name', 'Pumps')
  await page.press('Create')
  await page.says('is taken')
  equal(await page.typedIn('group_name'), 'Pumps')
})

it('<sg-template-groups> asks the user before what was typed is lost', async () => {
  const page = await opened('<sg-template-groups lang="en"></sg-template-groups>')
  await page.openRow('Group 2')
  await page.type('group_name', 'Other')
  await page.openRow('Group 1')
  await page.says('Leave without saving?')
})

it('<sg-template-groups> deletes a group, and says first that its templates stay', async () => {
  let groups = [templateGroup(1, { template_count: 3 })]
  const page = await opened('<sg-template-groups lang="en"></sg-template-groups>', {
    'GET /yun/module/group': () => groups,
    'DELETE /yun/module/group': () => {
      groups = []
      return {}
    },
  })
  await page.openRow('Group 1')
  await page.press('Delete')
  await page.says('3 templates in it stay')
  await page.press('Delete “Group 1”')
  await page.says('No template groups yet')
  equal(page.requestsOf('DELETE /yun/module/group')[0]?.query.get('group_id'), '1')
})

const rows = [template(1, { creator_name: 'Wang', is_own: false, module_name: 'Pump' })]

it('<sg-template-library> copies a template under another name, and leads to the copy', async () => {
  const page = await opened('<sg-template-library lang="en"></sg-template-library>', {
    'GET /yun/module': () => ({ rows, total: 1 }),
    'POST /yun/module/copy': ({ body }) =>
      body.module_name === 'Pump copy'
        ? new Refused('115001', [{ field: 'module_name', message: 'exists already' }])
        : { template_id: 9 },
  })
  equal((await page.requested('GET /yun/module')).query.get('of'), 'public')
  await page.says('by Wang')
  ;(await page.find('.library-use button')).click()
  await page.find('[name=module_name]')
  await page.press('Copy into my templates')
  await page.says('exists already')
  await page.type('module_name', 'My pump')
  await page.press('Copy into my templates')
  await page.says('Copied as “My pump”')
  await page.press('Open')
  equal(page.events.at(-1), { type: 'sg-navigate', detail: { path: '/configureManage/devTemplate?template=9' } })
})

it('<sg-template-library> shows what is in a template before it is copied', async () => {
  const page = await opened('<sg-template-library lang="en"></sg-template-library>')
  await page.press('Look at “Template 1”')
  await page.says('m³/h')
  await page.named('Copy into my templates')
})

it('a user without the right to make templates is offered no copy', async () => {
  const page = await opened('<sg-template-library lang="en"></sg-template-library>', {}, ['P44000'])
  await page.says('Template 1')
  equal(page.root.querySelector('.library-use'), null)
})

it('<sg-template-sources> says how many devices stand behind a value, and how many are stale', async () => {
  const page = await opened('<sg-template-sources lang="en" template="1"></sg-template-sources>')
  await page.openRow('Source 1')
  await page.says('4 devices', '1 of them stale', '3 counted', 'No value')
})

it('<sg-template-sources> says honestly that there is nothing to make a value of', async () => {
  const nothing = () => valuesNow({ device_count: 2, stale_count: 2, values: [] })
  const page = await opened('<sg-template-sources lang="en" template="1"></sg-template-sources>', {
    'GET /yun/module/middleware/values': nothing,
  })
  await page.openRow('Source 1')
  await page.says('The data of every device is stale')
  page.answers['GET /yun/module/middleware/values'] = () => valuesNow({ device_count: 0, stale_count: 0, values: [] })
  await page.openRow('Source 2')
  await page.says('No device is bound to the template')
  await page.press('Go to template binding')
  equal(page.events.at(-1)?.detail, { path: '/configureManage/templateBind?bound=no' })
})

it('<sg-template-sources> shows what is refused at the point that it is about', async () => {
  const page = await opened('<sg-template-sources lang="en" template="1"></sg-template-sources>', {
    'POST /yun/module/middleware': () => new Refused('115402', [{ field: 'points.0.key', message: 'is gone' }]),
  })
  await page.says('Data sources of “Template 1”')
  await page.press('New data source', 'Create')
  await page.says('Add at least one point')
  await page.type('middleware_name', 'All')
  ;(await page.find('.source-points .select-button')).click()
  ;(await page.having('[role=option]', 'flow')).click()
  await page.find('.source-point')
  await page.press('Create')
  await page.says('is gone')
  equal(page.requestsOf('POST /yun/module/middleware')[0]?.body, {
    middleware_name: 'All',
    points: [{ key: 'flow', aggregation: 'average' }],
    template_id: 1,
  })
  equal(await page.typedIn('middleware_name'), 'All')
})

it('a user without the right to edit a template sees its values only', async () => {
  const page = await opened('<sg-template-sources lang="en" template="1"></sg-template-sources>', {}, ['P24000'])
  await page.openRow('Source 1')
  await page.says('3 counted')
  equal(page.text.includes('New data source'), false)
  key(await page.find('.side-panel'), 'Escape')
  await page.gone('.side-panel')
})
