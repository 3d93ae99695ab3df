import { pump } from './played-server.ts'
import { type Answers, shown } from './screen-driver.ts'

const opened = (answers: Answers) =>
  shown(
    '<sg-device-list lang="en"></sg-device-list>',
    {
      'GET /dev': () => ({ rows: [pump({ is_awaited: true })], total: 1 }),
      'GET /dev/counts': () => ({ online: 0, offline: 1, faulty: 0, unregistered: 0 }),
      'GET /dev/broker': () => ({ scheme: 'mqtt', host: '127.0.0.1', port: 1883, is_local: true }),
      ...answers,
    },
    ['P00000', 'P30000', 'P30100'],
    'block-size: 600px; inline-size: 1200px',
  )

it('<sg-device-list> marks a device that has not connected since it was registered', async () => {
  const page = await opened({})
  await page.says('Not seen yet')
})

it('<sg-device-list> says that an SN is listed where another organization waits for it too', async () => {
  const page = await opened({ 'POST /dev/register': () => ({ sn_code: 'P9', is_listed: true }) })
  await page.press('Register device')
  await page.fill({ sn_code: 'P9', password: 'secret-9', dev_alias: 'Pump P9' })
  page.root.querySelector<HTMLButtonElement>('.dialog .foot .button-primary')?.click()
  await page.says('P9 is listed: another organization waits for a device with this SN too')
  await page.press('Close')
  await page.gone('.dialog')
})
