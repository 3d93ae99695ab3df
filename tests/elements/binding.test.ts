import { equal, until } from './check.ts'
import { bound, boundDevices, CONFIGURE, configured, template, templateGroup, valuesNow } from './configure-pages.ts'
import { Refused } from './played-server.ts'
import { type Answers, find, key, named, openRow, press, says, shown, type } from './rights-pages.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
for (const load of [
  () => import('../../elements/screens/template-binding/index.ts'),
  () => import('../../elements/screens/template-groups/index.ts'),
  () => import('../../elements/screens/template-library/index.ts'),
  () => import('../../elements/screens/template-sources/index.ts'),
])
  await load()

async function opened(markup: string, answers: Answers = {}, roles: string[] = CONFIGURE) {
  const all = await shown(markup, { ...configured, ...answers }, roles)
  all.element.style.cssText = 'display: block; block-size: 600px; inline-size: 1200px'
  const told: { type: string; detail: unknown }[] = []
  for (const type of ['sg-navigate', 'sg-view-change'])
    all.box.addEventListener(type, (event) => told.push({ type, detail: (event as CustomEvent).detail }))
  return { ...all, told }
}
type Element = Awaited<ReturnType<typeof opened>>['element']
const textOf = ({ shadowRoot }: Element) => shadowRoot.textContent ?? ''

describe('<sg-template-binding>', () => {
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
  const option = async (element: Element, wanted: string) => {
    ;(await find(element, '.side-panel .select-button')).click()
    const found = await until(wanted, () =>
      Array.from(element.shadowRoot.querySelectorAll<HTMLElement>('[role=option]')).find(({ textContent }) =>
        textContent?.includes(wanted),
      ),
    )
    found.click()
  }

  it('<sg-template-binding> requests what its attributes say, and informs the page what is chosen', async () => {
    const { element, server, told } = await opened(
      '<sg-template-binding lang="en" template="2" bound="no" page="2"></sg-template-binding>',
    )
    await says(element, 'Template: Template 2')
    const [asked] = server.asks('GET /yun/module/binding')
    equal(
      ['template_id', 'is_bound', 'page'].map((name) => asked?.query.get(name)),
      ['2', 'false', '2'],
    )
    await press(element, 'Remove the filter Unbound')
    await until('told', () => told.length > 0)
    equal(told.at(-1)?.detail, { search: '', template: 2, group: null, bound: '', page: null })
  })

  it('<sg-template-binding> binds one device, says it, and takes it back to what it had', async () => {
    const { element, server } = await opened('<sg-template-binding lang="en"></sg-template-binding>', binding())
    await openRow(element, 'Pump P1')
    await option(element, 'Template 2')
    await press(element, 'Bind')
    await says(element, 'Pump P1 bound to “Template 2”')
    await press(element, 'Undo')
    await says(element, 'Undone')
    equal(
      server.asks('PUT /yun/module/binding').map(({ body }) => body),
      [
        { template_id: 2, sn_codes: ['P1'] },
        { template_id: 1, sn_codes: ['P1'] },
      ],
    )
  })

  it('<sg-template-binding> says of each device that was refused why, and selects them for another try', async () => {
    const { element } = await opened('<sg-template-binding lang="en"></sg-template-binding>', binding())
    ;(await find(element, '.table-rows [role=row]')) && (await find(element, '[role=columnheader] input')).click()
    await says(element, '4 selected')
    await press(element, 'Bind to a template')
    await says(element, '1 of them is a VPN gateway')
    await option(element, 'Template 2')
    await press(element, 'Bind 4 devices')
    await says(element, '2 were left as they are')
    await says(element, 'Gateway (G1): VPN devices cannot be bound to a template')
    await says(element, 'Pump P3 (P3): You have no right to write to this device')
    await says(element, '2 devices bound to “Template 2”')
    await press(element, 'Select those not done')
    await says(element, '2 selected')
  })

  it('<sg-template-binding> unbinds at once, says what stays, and can take it back', async () => {
    const { element, server } = await opened('<sg-template-binding lang="en"></sg-template-binding>', binding())
    await openRow(element, 'Pump P1')
    await says(element, 'Once unbound, the rules and screens of the template no longer apply')
    await press(element, 'Unbind')
    await says(element, 'Pump P1 unbound; points and history stay')
    equal(server.asks('PUT /yun/module/binding')[0]?.body, { template_id: null, sn_codes: ['P1'] })
    await named(element, 'Undo')
  })

  it('<sg-template-binding> does many a few at a time, with a bar that can be stopped', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => bound(`D${at}`))
    let goOn = () => {}
    const { element, server } = await opened('<sg-template-binding lang="en"></sg-template-binding>', {
      'GET /yun/module/binding': () => ({ rows, total: 50 }),
      'PUT /yun/module/binding': ({ body }) =>
        new Promise((resolve) => {
          goOn = () => resolve((body.sn_codes as string[]).map((id) => ({ id, code: null })))
        }),
    })
    await find(element, '.table-rows [role=row]')
    ;(await find(element, '[role=columnheader] input')).click()
    await press(element, 'Bind to a template')
    await option(element, 'Template 2')
    await press(element, 'Bind 50 devices')
    await says(element, 'Binding 0 of 50')
    await until('the first few are sent', () => server.asks('PUT /yun/module/binding').length === 1)
    await press(element, 'Stop')
    goOn()
    await says(element, 'Stopped: 30 were not reached')
    equal(server.asks('PUT /yun/module/binding').length, 1)
  })

  it('a lost line is told as what may have been done or not', async () => {
    const { element } = await opened('<sg-template-binding lang="en"></sg-template-binding>', {
      'PUT /yun/module/binding': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await openRow(element, 'Pump P2')
    await option(element, 'Template 1')
    await press(element, 'Bind')
    await says(element, 'Pump P2 (P2): The server did not answer. It is not known whether this was done')
  })

  it('who may not bind sees the bindings and no way to change them', async () => {
    const { element } = await opened('<sg-template-binding lang="en"></sg-template-binding>', {}, ['P40000', 'P41000'])
    await openRow(element, 'Pump P2')
    await says(element, 'Template now')
    equal(element.shadowRoot.querySelector('#binding-form, .table-rows input'), null)
  })

  it('a template has to be chosen', async () => {
    const { element, server } = await opened('<sg-template-binding lang="en"></sg-template-binding>', binding())
    await openRow(element, 'Pump P1')
    await named(element, 'Bind')
    await find(element, '#binding-form')
    await press(element, 'Bind')
    await says(element, 'Choose a template')
    equal(server.asks('PUT /yun/module/binding'), [])
  })
})

describe('<sg-template-groups>', () => {
  it('<sg-template-groups> tells what is wrong with a name at its field, and sends nothing', async () => {
    const { element, server } = await opened('<sg-template-groups lang="en"></sg-template-groups>')
    await press(element, 'New group')
    await type(element, 'group_name', '_pumps')
    await press(element, 'Create')
    await says(element, 'No underscore at the beginning or the end')
    equal(server.asks('POST /yun/module/group'), [])
  })

  it('<sg-template-groups> keeps what was typed when the name is taken', async () => {
    const { element } = await opened('<sg-template-groups lang="en"></sg-template-groups>', {
      'POST /yun/module/group': () => new Refused('202301', [{ field: 'group_name', message: 'is taken' }]),
    })
    await press(element, 'New group')
    await type(element, 'group_name', 'Pumps')
    await press(element, 'Create')
    await says(element, 'is taken')
    equal((await find<HTMLInputElement>(element, '[name=group_name]')).value, 'Pumps')
  })

  it('<sg-template-groups> asks the user before what was typed is lost', async () => {
    const { element } = await opened('<sg-template-groups lang="en"></sg-template-groups>')
    await openRow(element, 'Group 2')
    await type(element, 'group_name', 'Other')
    await openRow(element, 'Group 1')
    await says(element, 'Leave without saving?')
  })

  it('<sg-template-groups> deletes a group, and says first that its templates stay', async () => {
    let groups = [templateGroup(1, { template_count: 3 })]
    const { element, server } = await opened('<sg-template-groups lang="en"></sg-template-groups>', {
      'GET /yun/module/group': () => groups,
      'DELETE /yun/module/group': () => {
        groups = []
        return {}
      },
    })
    await openRow(element, 'Group 1')
    await press(element, 'Delete')
    await says(element, '3 templates in it stay')
    await press(element, 'Delete “Group 1”')
    await says(element, 'No template groups yet')
    equal(server.asks('DELETE /yun/module/group')[0]?.query.get('group_id'), '1')
  })
})

describe('<sg-template-library>', () => {
  const rows = [template(1, { creator_name: 'Wang', is_own: false, module_name: 'Pump' })]

  it('<sg-template-library> copies a template under another name, and leads to the copy', async () => {
    const { element, server, told } = await opened('<sg-template-library lang="en"></sg-template-library>', {
      'GET /yun/module': () => ({ rows, total: 1 }),
      'POST /yun/module/copy': ({ body }) =>
        body.module_name === 'Pump copy'
          ? new Refused('115001', [{ field: 'module_name', message: 'exists already' }])
          : { template_id: 9 },
    })
    equal((await until('asked', () => server.asks('GET /yun/module')[0])).query.get('of'), 'public')
    await says(element, 'by Wang')
    ;(await find(element, '.library-use button')).click()
    await find(element, '[name=module_name]')
    await press(element, 'Copy into my templates')
    await says(element, 'exists already')
    await type(element, 'module_name', 'My pump')
    await press(element, 'Copy into my templates')
    await says(element, 'Copied as “My pump”')
    await press(element, 'Open')
    equal(told.at(-1), { type: 'sg-navigate', detail: { path: '/configureManage/devTemplate?template=9' } })
  })

  it('<sg-template-library> shows what is in a template before it is copied', async () => {
    const { element } = await opened('<sg-template-library lang="en"></sg-template-library>')
    await press(element, 'Look at “Template 1”')
    await says(element, 'm³/h')
    await named(element, 'Copy into my templates')
  })

  it('who may not make templates is offered no copy', async () => {
    const { element } = await opened('<sg-template-library lang="en"></sg-template-library>', {}, ['P44000'])
    await says(element, 'Template 1')
    equal(element.shadowRoot.querySelector('.library-use'), null)
  })
})

describe('<sg-template-sources>', () => {
  it('<sg-template-sources> says how many devices stand behind a value, and how many are stale', async () => {
    const { element } = await opened('<sg-template-sources lang="en" template="1"></sg-template-sources>')
    await openRow(element, 'Source 1')
    await says(element, '4 devices')
    await says(element, '1 of them stale')
    await says(element, '3 counted')
    await says(element, 'No value')
  })

  it('<sg-template-sources> says honestly that there is nothing to make a value of', async () => {
    const nothing = () => valuesNow({ device_count: 2, stale_count: 2, values: [] })
    const { element, server, told } = await opened(
      '<sg-template-sources lang="en" template="1"></sg-template-sources>',
      { 'GET /yun/module/middleware/values': nothing },
    )
    await openRow(element, 'Source 1')
    await says(element, 'The data of every device is stale')
    server.answers['GET /yun/module/middleware/values'] = () =>
      valuesNow({ device_count: 0, stale_count: 0, values: [] })
    await openRow(element, 'Source 2')
    await says(element, 'No device is bound to the template')
    await press(element, 'Go to template binding')
    equal(told.at(-1)?.detail, { path: '/configureManage/templateBind?bound=no' })
  })

  it('<sg-template-sources> shows what is refused at the point that it is about', async () => {
    const { element, server } = await opened('<sg-template-sources lang="en" template="1"></sg-template-sources>', {
      'POST /yun/module/middleware': () => new Refused('115402', [{ field: 'points.0.key', message: 'is gone' }]),
    })
    await says(element, 'Data sources of “Template 1”')
    await press(element, 'New data source')
    await press(element, 'Create')
    await says(element, 'Add at least one point')
    await type(element, 'middleware_name', 'All')
    ;(await find(element, '.source-points .select-button')).click()
    ;(
      await until('the point', () =>
        Array.from(element.shadowRoot.querySelectorAll<HTMLElement>('[role=option]')).find(({ textContent }) =>
          textContent?.includes('flow'),
        ),
      )
    ).click()
    await find(element, '.source-point')
    await press(element, 'Create')
    await says(element, 'is gone')
    equal(server.asks('POST /yun/module/middleware')[0]?.body, {
      middleware_name: 'All',
      points: [{ key: 'flow', aggregation: 'average' }],
      template_id: 1,
    })
    equal((await find<HTMLInputElement>(element, '[name=middleware_name]')).value, 'All')
  })

  it('who may not edit the template sees the values alone', async () => {
    const { element } = await opened('<sg-template-sources lang="en" template="1"></sg-template-sources>', {}, [
      'P24000',
    ])
    await openRow(element, 'Source 1')
    await says(element, '3 counted')
    equal(textOf(element).includes('New data source'), false)
    key(await find(element, '.side-panel'), 'Escape')
    await until('closed', () => !element.shadowRoot.querySelector('.side-panel'))
  })
})
