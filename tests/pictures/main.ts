import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { browserArgs, findBrowser } from '../../demo/setup/browser.mjs'
import { System } from '../journeys/system.ts'

interface Picture {
  name: string
  user: string
  path: string
  tag: string
  /** What is done on the page before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
}

const LANGUAGES = ['zh', 'en'] as const
/** How often it is looked whether the demo is ready. */
const LOOK_MS = 200
const SIZE = { width: 1120, height: 640 }
/** The demo's pump station. */
const STATION = 'WW0001'

/** The pictures of the help's guides, named as their chapters name them. */
const PICTURES: readonly Picture[] = [
  { name: 'home', user: 'operator', path: 'index', tag: 'sg-home' },
  {
    name: 'alarm',
    user: 'operator',
    path: 'info/realTimeFault',
    tag: 'sg-alarm-feed',
    act: async (page) => {
      await page
        .locator('main sg-alarm-feed')
        .getByText(/出口压力高|Discharge pressure high/)
        .first()
        .click()
      await page
        .locator('main sg-alarm-feed')
        .getByRole('button', { name: /^(确认|Confirm)/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'curve',
    user: 'operator',
    path: `deviceDetail/${STATION}?tab=curve`,
    tag: 'sg-device-monitor',
    act: (page) => page.locator('sg-device-monitor canvas').first().waitFor(),
  },
  {
    name: 'write',
    user: 'manager',
    path: `deviceDetail/${STATION}?tab=values`,
    tag: 'sg-device-monitor',
    act: async (page) => {
      await page
        .locator('sg-device-monitor')
        .getByRole('button', { name: /写入|Write/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'devices', user: 'admin', path: 'device', tag: 'sg-device-list' },
  {
    name: 'editor',
    user: 'admin',
    path: 'designConfigure/id=1',
    tag: 'sg-canvas-editor',
    act: (page) => page.locator('sg-canvas-editor .stage-board').waitFor(),
  },
  { name: 'roles', user: 'admin', path: 'team/role', tag: 'sg-roles' },
]

/** An alarm that nobody has confirmed yet. */
async function raiseAlarm(system: System, language: string) {
  const rule = {
    key: 'discharge_pressure',
    alarm_name: language === 'zh' ? '出口压力高' : 'Discharge pressure high',
    alarm_level: 4,
    condition: 'above',
    threshold: 0.3,
    ...(language === 'zh'
      ? { cause: '出口阀关小，或用水量骤降', consequence: '管网超压', response: '检查出口阀；必要时停一台泵' }
      : {
          cause: 'The outlet valve is nearly closed, or demand fell',
          consequence: 'Too much pressure in the network',
          response: 'Check the outlet valve; stop one pump if need be',
        }),
  }
  await system.call('admin', '/yun/alarmRules', { method: 'PUT', body: { sn_code: STATION, rules: [rule] } })
  for (let total = 0; total === 0; await sleep(LOOK_MS))
    ({ total } = await system.call<{ total: number }>('admin', '/rAlarmDev'))
}

const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs() })
try {
  for (const language of LANGUAGES) {
    const folder = fileURLToPath(new URL(`../../host/help/pictures/${language}`, import.meta.url))
    mkdirSync(folder, { recursive: true })
    const system = new System({ DEMO: 'on', DEMO_HISTORY_DAYS: '1', DEMO_LANGUAGE: language })
    try {
      await system.start()
      while (!/Demo history of .* loaded/.test(system.log)) await sleep(LOOK_MS)
      await raiseAlarm(system, language)
      for (const { name, user, path, tag, act } of PICTURES) {
        const context = await browser.newContext({ viewport: SIZE, locale: language === 'zh' ? 'zh-CN' : 'en-GB' })
        const page = await context.newPage()
        await page.goto(system.console + path)
        await page.getByRole('textbox').first().fill(user)
        await page.locator('input[type=password]').fill('demo1234')
        await page.keyboard.press('Enter')
        await page.locator(`main ${tag}:is([data-sg-state=ready], [data-sg-state=stale])`).waitFor()
        // At a first visit the frame asks whether alarms are to be heard.
        const leaveOff = page.getByRole('button', { name: /^(保持关闭|Leave it off)$/ })
        if (await leaveOff.isVisible()) await leaveOff.click()
        await act?.(page)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
        await context.close()
        console.log(`${language} ${name}`)
      }
    } finally {
      await system.remove()
    }
  }
} finally {
  await browser.close()
}
