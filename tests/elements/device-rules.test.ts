import { keeping, rule, ruleAnswers, ruleSet } from './alarm-rules-pages.ts'
import { equal, until } from './check.ts'
import { pump } from './played-server.ts'
import { named, openRow, press, says, shown, type } from './rights-pages.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what tabs load later would find a copy.
await (() => import('../../elements/screens/device-monitor/index.ts'))()

const template = { template_id: 2, module_name: 'Tank', rules: [rule('31')] }
const monitor = (attributes: string, roles: readonly string[]) =>
  shown(
    `<sg-device-monitor lang="en" sn="PUMP1" ${attributes}></sg-device-monitor>`,
    { ...ruleAnswers, ...keeping(ruleSet({ rules: [rule('21')], template })), 'GET /dev/basic': () => pump() },
    [...roles],
  )
const tabs = ({ shadowRoot }: { shadowRoot: ShadowRoot }) =>
  Array.from(shadowRoot.querySelectorAll('[role=tab]'), ({ textContent }) => textContent)

describe('the alarm rules of a device', () => {
  it('the alarm rules of a device are in a tab, and an alarm leads to its rule', async () => {
    const { element, server } = await monitor('tab="rules" rule="31"', ['P30000', 'P30200'])
    await says(element, 'This rule is of the template Tank')
    equal(server.asks('GET /yun/alarmRules')[0]?.query.get('sn_code'), 'PUMP1')
    equal(element.shadowRoot.textContent?.includes('Change the template’s rules'), false)
    await press(element, 'Back to the rules')
    await until('told', () => element.getAttribute('rule') === '')
    await openRow(element, 'Rule 21')
    await until('told', () => element.getAttribute('rule') === '21')
  })

  it('unsaved alarm rules of a device are not left before the user has agreed', async () => {
    const { element } = await monitor('tab="rules"', ['P30000', 'P30200'])
    await openRow(element, 'Rule 21')
    await type(element, 'alarm_name', 'Half a na')
    await press(element, 'Log', '[role=tab]')
    await named(element, 'Discard changes')
    equal(element.getAttribute('tab'), 'rules')
    await press(element, 'Discard changes')
    await until('the log', () => element.getAttribute('tab') === 'log' && element.getAttribute('rule') === '')
  })

  it('the alarm rules of a device are hidden from users who may not read them', async () => {
    const { element } = await monitor('tab="rules"', ['P73000'])
    await named(element, 'Values', '[role=tab]')
    equal(tabs(element).includes('Alarm rules'), false)
    equal(element.shadowRoot.querySelector('[aria-selected=true]')?.textContent, 'Values')
  })
})
