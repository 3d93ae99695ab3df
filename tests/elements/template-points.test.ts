import { setViewport } from '@web/test-runner-commands'
import { equal, until } from './check.ts'
import { point, pump } from './played-server.ts'
import { type Answers, type Screen, shown, write } from './screen-driver.ts'
import { DESIGNER, detail, templateAnswers } from './template-pages.ts'

await setViewport({ width: 1400, height: 900 })

const one = (answers: Answers = {}, roles = DESIGNER) =>
  shown(
    '<sg-templates lang="en" template="2" tab="points"></sg-templates>',
    { ...templateAnswers, ...answers },
    roles,
    'block-size: 700px',
  )
const enter = async (page: Screen, row: number, column: string, value: string) =>
  write(await page.find<HTMLInputElement>(`.point-rows [data-row="${row}"] [data-column="${column}"]`), value)
const column = (page: Screen, name: string) =>
  Array.from(page.root.querySelectorAll<HTMLInputElement>(`.point-rows [data-column="${name}"]`), ({ value }) => value)

it('the points of a template come from a device: all that it reports and the template lacks, named, with their newest values', async () => {
  const reported = { value: 1480 }
  const page = await one(
    {
      'GET /dev': () => ({ rows: [pump()], total: 1 }),
      'GET /dev/basic': () =>
        pump({
          points: [point('level'), point('ph', { name_en: 'Acidity', unit: 'pH', decimals: 1 })],
          offered: [{ key: 'speed', data_type: 'number' }],
        }),
      'GET /rDev': () => ({
        sn_code: 'PUMP1',
        dev_state: 1,
        report_time: Date.now(),
        values: [{ key: 'ph', name: 'pH', unit: 'pH', value: 7.25, quality: 'good', data_time: Date.now() }],
        offered: [{ key: 'speed', value: reported.value, data_time: Date.now() }],
      }),
    },
    [...DESIGNER, 'P30000'],
  )
  await page.press('From a device')
  ;(await page.find('.device-choice-one')).click()
  await page.says('In the template already: level', 'Acidity', '7.3 pH', '1,480')
  reported.value = 1490
  await page.says('1,490')
  const unit = page.root.querySelectorAll<HTMLInputElement>('.point-draft input.field-input')[1]
  await write(unit as HTMLInputElement, 'r/min')
  await page.press('Add 2 points')
  await until('taken in', () => column(page, 'key').join() === 'level,setpoint,mode,ph,speed')
  await page.says('Not saved yet')
  equal(column(page, 'unit').at(-1), 'r/min')
})

it('the points of a template are asked about before they are lost', async () => {
  const page = await one()
  await enter(page, 0, 'unit', 'mm')
  await page.says('Not saved yet')
  ;(await until('the tab', () => page.root.querySelectorAll<HTMLElement>('[role=tab]')[2])).click()
  await page.says('Leave without saving?')
  equal(page.events, [])
  await page.pressIn('[role=dialog] button, [role=alertdialog] button', 'Discard changes')
  await until('left', () => page.events.length > 0)
  equal(page.events[0]?.detail.tab, 'screens')
})

it('the points of a template are saved on leaving, where the user wants that', async () => {
  const page = await one({ 'PUT /yun/module': ({ body }) => detail({ points: body.points as never }) })
  await enter(page, 0, 'unit', 'mm')
  ;(await until('the tab', () => page.root.querySelectorAll<HTMLElement>('[role=tab]')[2])).click()
  await page.says('Leave without saving?')
  await page.pressIn('[role=dialog] button', 'Save')
  await until('left', () => page.events.length > 0)
  const { body } = await page.requested('PUT /yun/module')
  equal((body.points as { unit: string }[])[0]?.unit, 'mm')
  equal(page.events[0]?.detail.tab, 'screens')
})
