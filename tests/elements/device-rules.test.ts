import { keeping, rule, ruleAnswers, ruleSet } from './alarm-rules-pages.ts'
import { equal, until } from './check.ts'
import { pump } from './played-server.ts'
import { shown } from './screen-driver.ts'

const template = { template_id: 2, module_name: 'Tank', rules: [rule('31')] }
const monitor = (attributes: string, roles: readonly string[]) =>
  shown(
    `<sg-device-monitor lang="en" sn="PUMP1" ${attributes}></sg-device-monitor>`,
    { ...ruleAnswers, ...keeping(ruleSet({ rules: [rule('21')], template })), 'GET /dev/basic': () => pump() },
    [...roles],
  )
it('the alarm rules of a device are in a tab, and an alarm leads to its rule', async () => {
  const page = await monitor('tab="rules" rule="31"', ['P30000', 'P30200'])
  await page.says('This rule is of the template Tank')
  equal(page.requestsOf('GET /yun/alarmRules')[0]?.query.get('sn_code'), 'PUMP1')
  equal(page.text.includes('Change the template’s rules'), false)
  await page.press('Back to the rules')
  await until('reported', () => page.element.getAttribute('rule') === '')
  await page.openRow('Rule 21')
  await until('reported', () => page.element.getAttribute('rule') === '21')
})

it('unsaved alarm rules of a device are not left before the user has agreed', async () => {
  const page = await monitor('tab="rules"', ['P30000', 'P30200'])
  await page.openRow('Rule 21')
  await page.type('alarm_name', 'Half a na')
  await page.press('Log')
  await page.named('Discard changes')
  equal(page.element.getAttribute('tab'), 'rules')
  await page.press('Discard changes')
  await until('the log', () => page.element.getAttribute('tab') === 'log' && page.element.getAttribute('rule') === '')
})

it('the alarm rules of a device are hidden from users who may not read them', async () => {
  const page = await monitor('tab="rules"', ['P73000'])
  await page.named('Values')
  equal(page.texts('[role=tab]').includes('Alarm rules'), false)
  equal(page.root.querySelector('[aria-selected=true]')?.textContent, 'Values')
})

it('the alarm rules of a device have room for whole names and conditions beside a menu at 1440 px', async () => {
  const long = (rule_id: string, alarm_name_en: string) => rule(rule_id, { alarm_name_en })
  const rules = [long('31', 'Steam pressure too low for the process'), long('32', 'Low-water lockout')]
  const page = await shown(
    '<sg-device-monitor lang="en" sn="PUMP1" tab="rules" style="width: 1168px; max-width: none"></sg-device-monitor>',
    {
      ...ruleAnswers,
      ...keeping(ruleSet({ template: { ...template, module_name: 'Gas steam boiler', rules } })),
      'GET /dev/basic': () => pump(),
    },
    ['P30000', 'P30200'],
  )
  const cells = () => page.all('.table-rows [role=gridcell]')
  await until('both rules', () => cells().length > 10)
  await until(
    `whole: ${cells().map(({ textContent, scrollWidth, clientWidth }) => `${textContent} ${scrollWidth}/${clientWidth}`)}`,
    () => cells().every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
  )
})
