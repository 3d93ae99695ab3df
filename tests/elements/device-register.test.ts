import { equal, until } from './check.ts'
import { pump } from './played-server.ts'
import { type Answers, Refused, shown as shownWith } from './screen-driver.ts'
import { template } from './template-pages.ts'

const shown = (answers: Answers = {}, size = '') =>
  shownWith(
    '<sg-device-list lang="en"></sg-device-list>',
    {
      'GET /dev': () => ({ rows: [{ ...pump(), sn_code: 'P1' }], total: 1 }),
      'GET /dev/counts': () => ({ online: 1, offline: 0, faulty: 0, unregistered: 0 }),
      'GET /dev/broker': () => ({ scheme: 'mqtt', host: '127.0.0.1', port: 1884, is_local: true }),
      'GET /yun/dev/group': () => [
        { group_id: 1, parent_id: null, group_name: 'Water', is_default: true, device_count: 1 },
      ],
      'GET /yun/module': () => ({ rows: [], total: 0 }),
      ...answers,
    },
    ['P30000', 'P30100'],
    size,
  )

it('<sg-device-list> says before registering that a device connects first, with all that it needs', async () => {
  const page = await shown()
  await page.press('Register device')
  await page.says('One that has never connected cannot be registered')
  await page.type('sn_code', 'P9')
  await page.says('v1/devices/P9/telemetry', 'own machine only')
  const command = await page.find<HTMLTextAreaElement>('.connect-facts textarea')
  await until('the command', () => command.value.includes('-h 127.0.0.1 -p 1884 -u P9 '))
  equal(command.value.includes('{"values":'), true)
})

it('<sg-device-list> makes a password for a device, with which the command connects it and it is registered', async () => {
  const page = await shown({ 'POST /dev/register': ({ body }) => ({ sn_code: body.sn_code }) })
  await page.press('Register device')
  await page.fill({ sn_code: 'P9', dev_alias: 'Pump P9' })
  await page.press('Generate a password')
  await page.says('Generated: enter it on the device')
  const password = await page.find<HTMLInputElement>('[name=password]')
  equal(/^[A-Za-z0-9]{16}$/.test(password.value), true)
  const command = await page.find<HTMLTextAreaElement>('.connect-facts textarea')
  await until('the command', () => command.value.includes(`-u P9 -P '${password.value}'`))
  ;(await page.find('.dialog button[type=submit], .dialog .foot .button-primary')).click()
  equal((await page.requested('POST /dev/register')).body.password, password.value)
})

it('<sg-device-list> leads to a device that was registered, and says whose choice its SN and password are', async () => {
  const page = await shown({
    'POST /dev/register': ({ body }) => ({ sn_code: body.sn_code }),
  })
  await page.press('Register device')
  await page.says('your own choice, or what the nameplate of a finished device says', 'your own choice, or the maker’s')
  await page.fill({ sn_code: 'P9', password: 'secret-9', dev_alias: 'Pump P9' })
  ;(await page.find('.dialog button[type=submit], .dialog .foot .button-primary')).click()
  await page.press('Open the device')
  await until('opened', () => page.events.some(({ type }) => type === 'sg-device-open'))
  equal(page.events.find(({ type }) => type === 'sg-device-open')?.detail, { sn_code: 'P9' })
})

it('<sg-device-list> shows a device that was registered: marked where it is in view, else by its SN', async () => {
  const devices = Array.from({ length: 60 }, (_, n) => ({
    ...pump(),
    sn_code: `A${100 + n}`,
    dev_alias: `Device ${n}`,
  }))
  const page = await shown({
    'GET /dev': ({ query }) => {
      const [page, page_size] = [Number(query.get('page')), Number(query.get('page_size'))]
      const rows = devices.filter(({ sn_code }) => sn_code.includes(query.get('search') ?? ''))
      return { rows: rows.slice((page - 1) * page_size, page * page_size), total: rows.length }
    },
    'POST /dev/register': ({ body }) => {
      devices.push({ ...pump(), sn_code: String(body.sn_code), dev_alias: String(body.dev_alias) })
      devices.sort((a, b) => (a.sn_code < b.sn_code ? -1 : 1))
      return { sn_code: body.sn_code }
    },
  })
  const register = async (sn_code: string, dev_alias: string) => {
    await page.press('Register device')
    await page.fill({ sn_code, password: 'secret-9', dev_alias })
    ;(await page.find('.dialog button[type=submit], .dialog .foot .button-primary')).click()
    const marked = () => page.root.querySelector('[aria-current=true]:is([role=row], .device-card)')
    await until(dev_alias, () => marked()?.textContent?.includes(dev_alias))
  }
  await register('A1005', 'Near one')
  equal(
    page.events.some(({ detail }) => detail.search),
    false,
  )
  await register('Z9', 'Far one')
  equal(page.events.find(({ detail }) => detail.search)?.detail.search, 'Z9')
})

for (const [shape, width] of [
  ['table', 1000],
  ['cards', 380],
] as const)
  it(`<sg-device-list> brings a device that was registered to the middle of its ${shape}, where no note covers it`, async () => {
    const rows = Array.from({ length: 20 }, (_, n) => ({ ...pump(), sn_code: `A${n}`, dev_alias: `Device ${n}` }))
    const page = await shown(
      {
        'GET /dev': () => ({ rows, total: 20 }),
        'POST /dev/register': ({ body }) => {
          rows.splice(10, 1, { ...pump(), sn_code: String(body.sn_code), dev_alias: String(body.dev_alias) })
          return { sn_code: body.sn_code }
        },
      },
      `block-size: 480px; inline-size: ${width}px`,
    )
    await page.press('Register device')
    await page.fill({ sn_code: 'P9', password: 'secret-9', dev_alias: 'Pump P9' })
    ;(await page.find('.dialog button[type=submit], .dialog .foot .button-primary')).click()
    const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2
    await until('it is in the middle', () => {
      const row = page.root.querySelector('[aria-current=true]:is([role=row], .device-card)')
      const list = row?.closest('.table, .device-cards')
      if (!row || !list) return false
      const away = Math.abs(middle(row.getBoundingClientRect()) - middle(list.getBoundingClientRect()))
      return away < list.clientHeight / 5
    })
  })

it('<sg-device-list> registers a device with one of the templates that its user sees, or with none', async () => {
  const sent: unknown[] = []
  const register = async (templates: object[]) => {
    const page = await shown({
      'GET /yun/module': () => ({ rows: templates, total: templates.length }),
      'POST /dev/register': ({ body }) => {
        sent.push(body.template_id ?? null)
        return { sn_code: body.sn_code }
      },
    })
    equal(page.requestsOf('GET /yun/module').length, 0)
    await page.press('Register device')
    await page.fill({ sn_code: 'P9', password: 'secret-9', dev_alias: 'Pump P9' })
    await until('the templates', () => page.requestsOf('GET /yun/module').length === 1)
    return page
  }
  const some = await register([template(3, { module_name: 'Pump station' })])
  await some.press('No template', 'Pump station')
  ;(await some.find('.dialog .foot .button-primary')).click()
  await until('the template', () => sent.join() === '3')

  const none = await register([])
  equal(none.text.includes('No template'), false)
  ;(await none.find('.dialog .foot .button-primary')).click()
  await until('none', () => sent.length === 2)
  equal(sent, [3, null])
})

it('<sg-device-list> names the host of the console for a broker of every network, and TLS where there is', async () => {
  const page = await shown({
    'GET /dev/broker': () => ({ scheme: 'mqtts', host: null, port: 8883, is_local: false }),
  })
  await page.press('Register device')
  await page.says('MQTT + TLS', new URL(page.server.connection.baseUrl).hostname)
  const command = await page.find<HTMLTextAreaElement>('.connect-facts textarea')
  equal([command.value.includes(' -p 8883 --tls-use-os-certs '), page.text.includes('own machine')], [true, false])
})

it('<sg-device-list> shows a wrong device password at its field', async () => {
  const page = await shown({
    'POST /dev/register': () => new Refused('110528'),
  })
  await page.press('Register device')
  await page.fill({ sn_code: 'P9', password: 'wrong', dev_alias: 'Pump 9' })
  page.root.querySelector<HTMLButtonElement>('.dialog .foot .button-primary')?.click()
  await page.says('Wrong SN or password')
})
