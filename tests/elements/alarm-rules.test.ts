import { setViewport } from '@web/test-runner-commands'
import type { KeptRule } from '../../core/contract/alarm-rules.ts'
import { input, names, opened, sent, tried } from './alarm-rules-driver.ts'
import { keeping, rule, ruleSet } from './alarm-rules-pages.ts'
import { equal, until } from './check.ts'
import { Refused, type Screen, upload } from './screen-driver.ts'

await setViewport({ width: 1400, height: 1000 })

const chooseFile = async (page: Screen) =>
  upload(await page.find<HTMLInputElement>('[role=dialog] input[type=file]'), new File(['x'], 'rules.csv'))

it('the list of <sg-alarm-rules> says each rule in words, and finds it by name and point', async () => {
  const page = await opened()
  await page.says('Level > 4.50 m', 'on 10 s', 'Running = Off', 'Email')
  const search = await page.find<HTMLInputElement>('input[type=search]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, 'running')
  search.dispatchEvent(new Event('input', { bubbles: true }))
  await until('found', () => names(page).join() === 'Stopped')
})

it('the list of <sg-alarm-rules> turns a rule off where it stands, keeping what it is', async () => {
  const page = await opened()
  const turn = await page.find<HTMLInputElement>('[role=switch][aria-label="Enable Level low"]')
  turn.click()
  await page.says('is off')
  equal(
    sent(page).map(({ rule_id, is_enabled }) => [rule_id, is_enabled]),
    [
      ['11', true],
      ['12', false],
      ['13', true],
    ],
  )
  equal(page.requestsOf('PUT /yun/alarmRules')[0]?.body.revision, 'r1')
})

it('the list of <sg-alarm-rules> moves a rule, and duplicates one after it', async () => {
  const page = await opened()
  await page.menu('Level low', 'Move up')
  await until('moved', () => names(page).join() === 'Level low,Level high,Stopped')
  await page.menu('Level low', 'Duplicate')
  await page.press('Create rule')
  await page.says('Saved 液位低 copy')
  equal(
    sent(page).map(({ rule_id, alarm_name }) => [rule_id, alarm_name]),
    [
      ['12', '液位低'],
      [undefined, '液位低 copy'],
      ['11', '液位高'],
      ['13', '停机'],
    ],
  )
})

it('the list of <sg-alarm-rules> takes a rule out at once, and puts it back where it was', async () => {
  const page = await opened()
  await page.menu('Level low', 'Delete rule')
  await page.says('Deleted 液位低')
  await until('gone', () => names(page).join() === 'Level high,Stopped')
  await page.press('Undo')
  await until('back', () => names(page).join() === 'Level high,Level low,Stopped')
  equal(
    sent(page).map(({ rule_id }) => rule_id),
    ['11', undefined, '13'],
  )
})

it('the list of <sg-alarm-rules> tells what becomes of alarms that stand when their rule is turned off', async () => {
  const page = await opened(keeping(ruleSet({ rules: [rule('11', { open_alarms: 2 })] })))
  const turn = await page.find<HTMLInputElement>('[role=switch][aria-label="Enable Rule 11"]')
  turn.click()
  await page.says('规则 11 is off; 2 of its alarms ended')
})

it('the list of <sg-alarm-rules> tells what became of the alarm that stood when its rule is taken out', async () => {
  const page = await opened(keeping(ruleSet({ rules: [rule('11', { open_alarms: 1 })] })))
  await page.menu('Rule 11', 'Delete rule')
  await page.says('Deleted 规则 11; 1 of its alarms ended')
})

it('the list of <sg-alarm-rules> tells when somebody else was faster, and shows what they made', async () => {
  let set = ruleSet()
  const page = await opened({
    'GET /yun/alarmRules': () => set,
    'PUT /yun/alarmRules': () => {
      set = ruleSet({ rules: [rule('99', { alarm_name_en: 'Of somebody else' })], revision: 'r9' })
      return new Refused('100006', [{ field: 'revision', message: 'Somebody else has changed the rules' }])
    },
  })
  await page.menu('Level low', 'Delete rule')
  await page.says('Somebody else has changed the rules')
  await until('theirs', () => names(page).join() === 'Of somebody else')
})

it('the list of <sg-alarm-rules> takes in the rules of a file: those of the same point and name change, others come after', async () => {
  const { rule_id: _, ...high } = rule('1', { alarm_name: '液位高', threshold: 5 })
  const page = await opened({
    'POST /yun/alarmRules/batch': () => ({
      rules: [high, { ...high, alarm_name: '新', alarm_name_en: 'New' }],
      wrong: [{ row: 4, column: 'Limit', message: 'must be a number' }],
    }),
  })
  await page.press('More actions', 'Import')
  await chooseFile(page)
  await page.says(
    'must be a number',
    '1 is new · 1 changes the rule of the same point and name',
    'Level > 5.00 mChanged: Limit',
  )
  await page.press('Import 2 rules')
  await page.says('Imported 2 rules')
  equal(
    sent(page).map(({ rule_id, threshold }) => [rule_id, threshold]),
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
  const page = await opened({ 'POST /yun/alarmRules/batch': () => ({ rules: found, wrong: [] }) })
  await page.press('More actions', 'Import')
  const choose = () => chooseFile(page)
  await choose()
  await page.says('1 is as it was')
  equal(page.text.includes('Import 1 rule'), false)
  found = many
  await choose()
  await page.says('With these there would be 201 rules; 200 is the most')
  equal((await page.button('Import 198 rules')).disabled, true)
})

it('<sg-alarm-rules> of a device lists those of its template too, to be read, and the way there', async () => {
  const template = { template_id: 2, module_name: 'Tank', rules: [rule('31', { cause: 'A valve is shut' })] }
  const own = rule('21', { alarm_name_en: 'Own' })
  const page = await opened(keeping(ruleSet({ rules: [own], template })), 'sn="P1"')
  await until('both', () => names(page).join() === 'Own,Rule 31')
  await page.says('Template Tank')
  equal(page.requestsOf('GET /yun/alarmRules')[0]?.query.get('sn_code'), 'P1')
  equal(page.all('button[aria-label="Actions of Rule 31"]').length, 0)
  await page.openRow('Rule 31')
  await page.says('This rule is of the template Tank')
  equal((await input(page, 'Alarm name')).matches(':disabled'), true)
  await page.press('Change the template’s rules')
  await until('reported', () => page.events.at(-1)?.detail.path === '/configureManage/devTemplate?template=2&tab=rules')
})

it('<sg-alarm-rules> of a device tries a rule with those of the template', async () => {
  const template = { template_id: 2, module_name: 'Tank', rules: [rule('31')] }
  const page = await opened(keeping(ruleSet({ rules: [rule('21')], template })), 'sn="P1"')
  await page.press('Try all rules')
  await page.says('12 alarms in the last 7')
  equal(
    tried(page, 0).rules.map(({ rule_id }) => rule_id),
    ['21', '31'],
  )
})

it('the list of <sg-alarm-rules> opens the rule that the page names, tells which is open, and says where there is none', async () => {
  const page = await opened({}, 'template="2" rule="12"')
  equal((await input(page, 'Alarm name')).value, '液位低')
  await page.press('Back to the rules')
  await page.openRow('Level high')
  equal(
    page.events.map(({ detail }) => detail.rule),
    ['', '11'],
  )
  page.element.setAttribute('rule', '99')
  await page.says('There is no such rule any more')
  await until('the list', () => names(page).length === 3)
})

it('the list of <sg-alarm-rules> is for reading where nothing may be changed', async () => {
  const page = await opened(keeping(ruleSet({ may_edit: false })))
  await page.openRow('Level high')
  await page.find('.rule-drawing')
  equal(page.all('.rule-handle').length, 0)
  equal((await input(page, 'Alarm name')).matches(':disabled'), true)
})
