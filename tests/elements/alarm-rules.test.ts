import { setViewport } from '@web/test-runner-commands'
import type { KeptRule } from '../../core/contract/alarm-rules.ts'
import { input, menu, names, opened, sent, tried } from './alarm-rules-driver.ts'
import { keeping, rule, ruleSet } from './alarm-rules-pages.ts'
import { equal, until } from './check.ts'
import { Refused } from './played-server.ts'
import { find, openRow, press, says } from './rights-pages.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await (() => import('../../elements/screens/alarm-rules/index.ts'))()

await setViewport({ width: 1400, height: 1000 })

describe('<sg-alarm-rules>, the list,', () => {
  it('the list of <sg-alarm-rules> says each rule in words, and finds it by name and point', async () => {
    const { element } = await opened()
    await says(element, 'Level > 4.50 m')
    await says(element, 'on 10 s')
    await says(element, 'Running = Off')
    await says(element, 'E-mail')
    const search = await find<HTMLInputElement>(element, 'input[type=search]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'running')
    search.dispatchEvent(new Event('input', { bubbles: true }))
    await until('found', () => names(element).join() === 'Stopped')
  })

  it('the list of <sg-alarm-rules> turns a rule off where it stands, keeping what it is', async () => {
    const { element, server } = await opened()
    const turn = await until('the switch', () =>
      element.shadowRoot.querySelector<HTMLInputElement>('[role=switch][aria-label="Enable Level low"]'),
    )
    turn.click()
    await says(element, 'is off')
    equal(
      sent(server).map(({ rule_id, is_enabled }) => [rule_id, is_enabled]),
      [
        ['11', true],
        ['12', false],
        ['13', true],
      ],
    )
    equal(server.asks('PUT /yun/alarmRules')[0]?.body.revision, 'r1')
  })

  it('the list of <sg-alarm-rules> moves a rule, and duplicates one after it', async () => {
    const { element, server } = await opened()
    await menu(element, 'Level low', 'Move up')
    await until('moved', () => names(element).join() === 'Level low,Level high,Stopped')
    await menu(element, 'Level low', 'Duplicate')
    await press(element, 'Create rule')
    await says(element, 'Saved 液位低 copy')
    equal(
      sent(server).map(({ rule_id, alarm_name }) => [rule_id, alarm_name]),
      [
        ['12', '液位低'],
        [undefined, '液位低 copy'],
        ['11', '液位高'],
        ['13', '停机'],
      ],
    )
  })

  it('the list of <sg-alarm-rules> takes a rule out at once, and puts it back where it was', async () => {
    const { element, server } = await opened()
    await menu(element, 'Level low', 'Delete rule')
    await says(element, 'Deleted 液位低')
    await until('gone', () => names(element).join() === 'Level high,Stopped')
    await press(element, 'Undo')
    await until('back', () => names(element).join() === 'Level high,Level low,Stopped')
    equal(
      sent(server).map(({ rule_id }) => rule_id),
      ['11', undefined, '13'],
    )
  })

  it('the list of <sg-alarm-rules> tells what becomes of alarms that stand when their rule is turned off', async () => {
    const { element } = await opened(keeping(ruleSet({ rules: [rule('11', { open_alarms: 2 })] })))
    const turn = await until('the switch', () =>
      element.shadowRoot.querySelector<HTMLInputElement>('[role=switch][aria-label="Enable Rule 11"]'),
    )
    turn.click()
    await says(element, '规则 11 is off; 2 alarms of it are over')
  })

  it('the list of <sg-alarm-rules> tells what became of the alarm that stood when its rule is taken out', async () => {
    const { element } = await opened(keeping(ruleSet({ rules: [rule('11', { open_alarms: 1 })] })))
    await menu(element, 'Rule 11', 'Delete rule')
    await says(element, 'Deleted 规则 11; 1 alarm of it is over')
  })

  it('the list of <sg-alarm-rules> tells when somebody else was faster, and shows what they made', async () => {
    let set = ruleSet()
    const { element } = await opened({
      'GET /yun/alarmRules': () => set,
      'PUT /yun/alarmRules': () => {
        set = ruleSet({ rules: [rule('99', { alarm_name_en: 'Of somebody else' })], revision: 'r9' })
        return new Refused('100006', [{ field: 'revision', message: 'Somebody else has changed the rules' }])
      },
    })
    await menu(element, 'Level low', 'Delete rule')
    await says(element, 'Somebody else has changed the rules')
    await until('theirs', () => names(element).join() === 'Of somebody else')
  })

  it('the list of <sg-alarm-rules> takes in the rules of a file: those of the same point and name change, others come after', async () => {
    const { rule_id: _, ...high } = rule('1', { alarm_name: '液位高', threshold: 5 })
    const { element, server } = await opened({
      'POST /yun/alarmRules/batch': () => ({
        rules: [high, { ...high, alarm_name: '新', alarm_name_en: 'New' }],
        wrong: [{ row: 4, column: 'Limit', message: 'must be a number' }],
      }),
    })
    await press(element, 'More actions')
    await press(element, 'Import', '[role=menuitem]')
    const file = await find<HTMLInputElement>(element, '[role=dialog] input[type=file]')
    const files = new DataTransfer()
    files.items.add(new File(['x'], 'rules.csv'))
    file.files = files.files
    file.dispatchEvent(new Event('change', { bubbles: true }))
    await says(element, 'must be a number')
    await says(element, '1 is new · 1 changes the rule of the same point and name')
    await says(element, 'Level > 5.00 mChanged: Limit')
    await press(element, 'Import 2 rules')
    await says(element, 'Imported 2 rules')
    equal(
      sent(server).map(({ rule_id, threshold }) => [rule_id, threshold]),
      [
        ['11', 5],
        ['12', 1],
        ['13', 0],
        [undefined, 5],
      ],
    )
  })

  it('the list of <sg-alarm-rules> takes in no more rules than may be, and none that say nothing new', async () => {
    const { rule_id: _, open_alarms: __, ...same } = ruleSet().rules[0] as KeptRule
    const many = Array.from({ length: 198 }, (_, i) => ({ ...same, alarm_name: `${i}` }))
    let found = [same]
    const { element } = await opened({ 'POST /yun/alarmRules/batch': () => ({ rules: found, wrong: [] }) })
    await press(element, 'More actions')
    await press(element, 'Import', '[role=menuitem]')
    const choose = async () => {
      const file = await find<HTMLInputElement>(element, '[role=dialog] input[type=file]')
      const files = new DataTransfer()
      files.items.add(new File(['x'], 'rules.csv'))
      file.files = files.files
      file.dispatchEvent(new Event('change', { bubbles: true }))
    }
    await choose()
    await says(element, '1 is as it was')
    equal(element.shadowRoot.textContent?.includes('Import 1 rule'), false)
    found = many
    await choose()
    await says(element, 'With these there would be 201 rules; 200 is the most')
    const take = await until('the button', () =>
      Array.from(element.shadowRoot.querySelectorAll('button')).find((one) => one.textContent === 'Import 198 rules'),
    )
    equal(take.disabled, true)
  })

  it('<sg-alarm-rules> of a device lists those of its template too, to be read, and the way there', async () => {
    const template = { template_id: 2, module_name: 'Tank', rules: [rule('31', { cause: 'A valve is shut' })] }
    const own = rule('21', { alarm_name_en: 'Own' })
    const { element, server } = await opened(keeping(ruleSet({ rules: [own], template })), 'sn="P1"')
    await until('both', () => names(element).join() === 'Own,Rule 31')
    await says(element, 'Template Tank')
    equal(server.asks('GET /yun/alarmRules')[0]?.query.get('sn_code'), 'P1')
    equal(element.shadowRoot.querySelectorAll('button[aria-label="Actions of Rule 31"]').length, 0)
    await openRow(element, 'Rule 31')
    await says(element, 'This rule is of the template Tank')
    equal((await input(element, 'Alarm name')).matches(':disabled'), true)
    const path = new Promise((resolve) =>
      element.addEventListener('sg-navigate', (event) => resolve((event as CustomEvent).detail.path), { once: true }),
    )
    await press(element, 'Change the template’s rules')
    equal(await path, '/configureManage/devTemplate?template=2&tab=rules')
  })

  it('<sg-alarm-rules> of a device tries a rule with those of the template', async () => {
    const template = { template_id: 2, module_name: 'Tank', rules: [rule('31')] }
    const { element, server } = await opened(keeping(ruleSet({ rules: [rule('21')], template })), 'sn="P1"')
    await press(element, 'Try all rules')
    await says(element, '12 alarms in the last 7')
    equal(
      tried(server, 0).rules.map(({ rule_id }) => rule_id),
      ['21', '31'],
    )
  })

  it('the list of <sg-alarm-rules> opens the rule that the page names, tells which is open, and says where there is none', async () => {
    const { element } = await opened({}, 'template="2" rule="12"')
    equal((await input(element, 'Alarm name')).value, '液位低')
    const told: string[] = []
    element.addEventListener('sg-view-change', (event) => told.push((event as CustomEvent).detail.rule))
    await press(element, 'Back to the rules')
    await openRow(element, 'Level high')
    equal(told, ['', '11'])
    element.setAttribute('rule', '99')
    await says(element, 'There is no such rule any more')
    await until('the list', () => names(element).length === 3)
  })

  it('the list of <sg-alarm-rules> is for reading where nothing may be changed', async () => {
    const { element } = await opened(keeping(ruleSet({ may_edit: false })))
    await openRow(element, 'Level high')
    await find(element, '.rule-drawing')
    equal(element.shadowRoot.querySelectorAll('.rule-handle').length, 0)
    equal((await input(element, 'Alarm name')).matches(':disabled'), true)
  })
})
