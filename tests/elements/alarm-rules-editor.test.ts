import { sendKeys, setViewport } from '@web/test-runner-commands'
import { DAY_MS } from '../../core/catalogue/durations.ts'
import type { KeptRule, SentRule } from '../../core/contract/alarm-rules.ts'
import { drag, enter, handle, input, labels, opened, sent, tried, withShift } from './alarm-rules-driver.ts'
import { dryRun, keeping, rule, ruleSet } from './alarm-rules-pages.ts'
import { equal, until } from './check.ts'
import { Refused } from './screen-driver.ts'

await setViewport({ width: 1400, height: 1000 })

it('the editor of <sg-alarm-rules> shows the fields that the condition needs, and no others', async () => {
  const page = await opened()
  await page.press('New rule')
  await page.choose('Point', 'Level')
  for (const [condition, wanted] of [
    ['Above', ['Limit', 'Deadband', 'On delay', 'Off delay']],
    ['Outside', ['Lower limit', 'Upper limit', 'Deadband', 'On delay', 'Off delay']],
    ['Changes', ['Off delay']],
    ['No data', ['Silent for', 'Off delay']],
  ] as const) {
    await page.choose('Condition', condition)
    await until(
      condition,
      () =>
        labels(page)
          .slice(2, 2 + wanted.length)
          .join() === wanted.join(),
    )
  }
  await page.choose('Point', 'Mode')
  await page.choose('Condition', 'Equals')
  await page.choose('Limit', 'Auto')
})

it('the editor of <sg-alarm-rules> offers no hidden point, but to the rule that names it already', async () => {
  const { points } = ruleSet()
  const hide = ({ key }: { key: string }) => key === 'level'
  const page = await opened({
    'GET /yun/alarmRules': () => ruleSet({ points: points.map((one) => ({ ...one, is_hidden: hide(one) })) }),
  })
  const offered = async () => {
    ;(await page.labelled('Point')).querySelector<HTMLElement>('.select-button')?.click()
    await page.find('[role=option]')
    const found = page.texts('[role=option]')
    await sendKeys({ press: 'Escape' })
    return found.some((option) => option.startsWith('Level'))
  }
  await page.press('New rule')
  equal(await offered(), false)
  await page.press('Cancel')
  await page.openRow('Level high')
  equal(await offered(), true)
})

it('the editor of <sg-alarm-rules> keeps what was typed and says at each field what is wrong', async () => {
  const page = await opened()
  await page.openRow('Level high')
  await page.choose('Condition', 'Outside')
  await enter(page, 'Upper limit', '2')
  await page.says('The upper limit is more than the lower one')
  await page.type('alarm_name', '')
  await page.press('Save')
  await page.says('Give the alarm a name')
  equal((await input(page, 'Upper limit')).value, '2')
  equal(page.requestsOf('PUT /yun/alarmRules').length, 0)
})

it('the editor of <sg-alarm-rules> keeps what was typed when the server refuses, and says it at the field', async () => {
  const page = await opened({
    'PUT /yun/alarmRules': () => new Refused('100006', [{ field: 'rules.0.threshold', message: 'Not that much' }]),
  })
  await page.openRow('Level high')
  await enter(page, 'Limit', '4.9')
  await page.press('Save')
  await page.says('Not that much')
  equal((await input(page, 'Limit')).value, '4.9')
})

it('the editor of <sg-alarm-rules> takes in what somebody else has changed of the rule, beside what is being written', async () => {
  let set = ruleSet()
  const theirs = (threshold: number) => ({ ...set.rules[0], threshold, cause: 'A valve is shut' }) as KeptRule
  const saved: SentRule[][] = []
  const page = await opened({
    'GET /yun/alarmRules': () => set,
    'PUT /yun/alarmRules': ({ body }) => {
      if (body.revision !== set.revision)
        return new Refused('100006', [{ field: 'revision', message: 'Somebody else was faster' }])
      saved.push(body.rules as SentRule[])
      return set
    },
  })
  await page.openRow('Level high')
  await enter(page, 'Limit', '4.9')
  await enter(page, 'English name', 'Mine')
  // Theirs comes before it now, and its limit is another one.
  set = ruleSet({ rules: [rule('99'), theirs(4.7)], revision: 'r9' })
  await page.press('Save')
  await page.says('Both of you changed Limit: your version is kept')
  equal((await input(page, 'Limit')).value, '4.9')
  await page.press('Save')
  await page.says('Saved 液位高')
  equal(
    saved[0]?.map(({ rule_id, threshold, cause, alarm_name_en }) => [rule_id, threshold, cause, alarm_name_en]),
    [
      ['99', 4.5, '', 'Rule 99'],
      ['11', 4.9, 'A valve is shut', 'Mine'],
    ],
  )
})

it('the editor of <sg-alarm-rules> makes the rule again that somebody else has deleted, when it is saved', async () => {
  let set = ruleSet()
  const page = await opened({
    'GET /yun/alarmRules': () => set,
    'PUT /yun/alarmRules': ({ body }) =>
      body.revision === set.revision
        ? set
        : new Refused('100006', [{ field: 'revision', message: 'Somebody else was faster' }]),
  })
  await page.openRow('Level low')
  await enter(page, 'Limit', '0.9')
  set = ruleSet({ rules: [rule('13')], revision: 'r9' })
  await page.press('Save')
  await page.says('Somebody else has deleted this rule; saving makes it again.')
  equal(page.text.includes('Delete rule'), false)
  await page.press('Create rule')
  await page.says('Saved 液位低')
  equal(
    sent(page).map(({ rule_id, threshold }) => [rule_id, threshold]),
    [
      ['13', 4.5],
      [undefined, 0.9],
    ],
  )
})

it('the editor of <sg-alarm-rules> says what a change means for alarms that stand', async () => {
  const page = await opened(keeping(ruleSet({ rules: [rule('11', { open_alarms: 2 })] })))
  await page.openRow('Rule 11')
  await page.says('2 alarms of this rule are active. A new condition counts from the next reading')
})

it('the editor of <sg-alarm-rules> refuses to suppress by the past at once, and offers nothing that looks at it', async () => {
  const page = await opened()
  await page.openRow('Level high')
  const box = (await page.labelled('Suppressed while')).querySelector('textarea') as HTMLTextAreaElement
  box.focus()
  document.execCommand('insertText', false, 'a')
  const offered = () => Array.from(page.root.querySelectorAll('[role=option] code'), (one) => one.textContent)
  await until('functions', () => offered().includes('abs(value)'))
  equal(
    offered().filter((signature) => /seconds|alarm/.test(signature ?? '')),
    [],
  )
  box.select()
  document.execCommand('insertText', false, 'avg(level, 60) > 3')
  await page.says('compare level itself, such as level > 5')
  equal(page.root.querySelector('.expression-under mark')?.textContent, 'avg(level, 60)')
})

it('the editor of <sg-alarm-rules> says where a suppression is wrong, offers points, and takes it once it is right', async () => {
  const page = await opened()
  await page.openRow('Level high')
  const box = (await page.labelled('Suppressed while')).querySelector('textarea') as HTMLTextAreaElement
  box.focus()
  document.execCommand('insertText', false, 'pressure > 1 and runn')
  await page.named('runningRunning')
  await sendKeys({ press: 'Enter' })
  await until('taken', () => box.value === 'pressure > 1 and running')
  await page.says('There is no point pressure')
  equal(page.root.querySelector('.expression-under mark')?.textContent, 'pressure')
  box.focus()
  box.select()
  document.execCommand('insertText', false, 'not running')
  await page.press('Save')
  await page.says('Saved 液位高')
  equal(sent(page)[0]?.suppress_when, 'not running')
})

it('the editor of <sg-alarm-rules> shows how the text reads with the newest values, in both languages', async () => {
  const page = await opened()
  await page.openRow('Level high')
  await page.says('For example: 4.20 m > 4.50 m')
  await page.type('alarm_text', '{{device}} {{point}} {{value}}，限 {{threshold}}')
  await page.says('Pump P1 液位 4.20 m，限 4.50 m')
  await page.type('alarm_text_en', 'Level {{value}}, {{pressure}}')
  await page.says('There is no point {{pressure}}')
})

it('the numbers of <sg-alarm-rules> follow the limit while it is dragged, and so do its past alarms', async () => {
  const page = await opened()
  await page.openRow('Level high')
  const limit = await handle(page, 'Limit')
  await page.says('alarms in this range')
  await drag(limit, 0, 40)
  await until('lower', async () => Number((await input(page, 'Limit')).value) < 4.4)
  const typed = Number((await input(page, 'Limit')).value)
  equal(Number(limit.getAttribute('aria-valuenow')), typed)
  equal(Math.round(typed * 100) / 100, typed)
})

it('the history of the point in <sg-alarm-rules> moves a limit by the arrows in the point’s decimals, with Shift ten times as far', async () => {
  const page = await opened()
  await page.openRow('Level high')
  ;(await handle(page, 'Limit')).focus()
  await sendKeys({ press: 'ArrowUp' })
  await until('a step', async () => (await input(page, 'Limit')).value === '4.51')
  await withShift('ArrowDown')
  await until('ten steps', async () => (await input(page, 'Limit')).value === '4.41')
  ;(await handle(page, 'Deadband')).focus()
  await sendKeys({ press: 'ArrowDown' })
  await until('the dead band', async () => (await input(page, 'Deadband')).value === '0.09')
  await sendKeys({ press: 'PageUp' })
  await until('ten more', async () => (await input(page, 'Deadband')).value === '0.19')
  await sendKeys({ press: 'Home' })
  await until('none', async () => (await input(page, 'Deadband')).value === '0')
})

it('the history of the point in <sg-alarm-rules> speaks of handles only where there are any', async () => {
  const page = await opened()
  await page.openRow('Level high')
  await page.says('Drag the handles')
  await page.choose('Condition', 'No data')
  await until('silence', () => !page.text.includes('Drag the handles'))
})

it('the history of the point in <sg-alarm-rules> follows the numbers that are typed', async () => {
  const page = await opened()
  await page.openRow('Level high')
  await handle(page, 'Limit')
  await enter(page, 'Limit', '9')
  await page.says('No alarm in this range')
  equal((await handle(page, 'Limit')).getAttribute('aria-valuenow'), '9')
})

it('the history of the point in <sg-alarm-rules> drags a delay from its crossing, by the pointer and by arrows', async () => {
  const page = await opened()
  await page.openRow('Level high')
  await handle(page, 'Limit')
  await page.press('Zoom to this crossing')
  await page.named('Back to the whole range')
  // The closer values place the crossing, and the handle with it, more exactly.
  await page.find('.rule-chart [aria-busy=false]')
  const delay = await handle(page, 'On delay')
  await drag(delay, 60, 0)
  await until('longer', async () => Number((await input(page, 'On delay')).value) > 30)
  const before = Number((await input(page, 'On delay')).value)
  ;(await handle(page, 'On delay')).focus()
  await withShift('ArrowRight')
  await until('by ten', async () => Number((await input(page, 'On delay')).value) === before + 10)
})

it('the history of the point in <sg-alarm-rules> says when no device has the template yet', async () => {
  const page = await opened({ 'GET /yun/module/binding': () => ({ rows: [], total: 0 }) })
  await page.openRow('Level high')
  await page.says('No device has this template yet')
})

it('a trial in <sg-alarm-rules> tries the rule as it stands in the form, beside how it is saved', async () => {
  const page = await opened()
  await page.openRow('Level high')
  await enter(page, 'Limit', '4.8')
  await page.press('Test rule')
  await page.says('12 alarms in the last 7', 'As it is saved: 40', 'Still active')
  const request = tried(page, 0)
  equal(
    request.rules.map(({ threshold }) => threshold),
    [4.8],
  )
  equal(request.against, ['11'])
  equal(request.template_id, 2)
  await page.press('With all other rules')
  await page.requested('POST /yun/alarmRules/dryRun', 1)
  equal(tried(page, 1).rules.length, 3)
  equal(page.requestsOf('PUT /yun/alarmRules').length, 0)
})

it('a trial in <sg-alarm-rules> says which devices were left out, and why it was refused', async () => {
  const left = ['Pump P3', ''].map((dev_alias, i) => ({ sn_code: `P${i + 3}`, dev_alias }))
  const page = await opened({ 'POST /yun/alarmRules/dryRun': () => dryRun({ devices_left: 3, left }) })
  await page.press('Try all rules')
  await page.says(
    'a trial takes 20 seconds and 200 devices at most',
    '3 devices were left out: Pump P3 · P3, P4, and 1 more.',
  )
  page.answers['POST /yun/alarmRules/dryRun'] = () => new Refused('100015')
  await page.pressIn('.side-panel button', 'Try all rules')
  await page.says('100015')
})

it('a trial in <sg-alarm-rules> says up to which time it came, where that was not the end', async () => {
  const run = dryRun()
  const until = run.start + DAY_MS
  const page = await opened({ 'POST /yun/alarmRules/dryRun': () => ({ ...run, until }) })
  await page.press('Try all rules')
  await page.says('12 alarms from ', 'Not all of the history was evaluated')
  equal(page.text.includes('were left out'), false)
})

it('a trial in <sg-alarm-rules> says since when there is history, where it begins later', async () => {
  const run = dryRun()
  let since = run.start + DAY_MS
  const page = await opened({ 'POST /yun/alarmRules/dryRun': () => ({ ...run, since }) })
  await page.press('Try all rules')
  await page.says('Recorded history begins at ', '12 alarms in the last 6')
  since = run.end
  await page.pressIn('.side-panel button', 'Try all rules')
  await page.says('Nothing was recorded in the last 7')
  equal(page.all('.dry-run-steps').length, 0)
  page.answers['POST /yun/alarmRules/dryRun'] = () => ({ ...run, since, device_count: 0 })
  await page.pressIn('.side-panel button', 'Try all rules')
  await page.says('No device is bound to the template')
})

it('a trial in <sg-alarm-rules> can be stopped: the call ends, and what was typed and told before stays', async () => {
  const page = await opened()
  await page.openRow('Level high')
  await page.press('Test rule')
  await page.says('12 alarms in the last 7')
  await enter(page, 'Limit', '4.8')
  const hungUp = new Promise((resolve) => {
    page.answers['POST /yun/alarmRules/dryRun'] = ({ signal }) => {
      signal?.addEventListener('abort', resolve)
      return new Promise(() => {})
    }
  })
  await page.press('With all other rules')
  await page.says('Counting…')
  await page.requested('POST /yun/alarmRules/dryRun', 1)
  await page.press('Stop')
  await page.says('The trial was stopped')
  await hungUp
  equal(page.focused?.textContent, 'With all other rules')
  equal((await input(page, 'Limit')).value, '4.8')
  await page.says('12 alarms in the last 7')
  page.answers['POST /yun/alarmRules/dryRun'] = () => dryRun({ load: { ...dryRun().load, total: 5 } })
  await page.press('Test rule')
  await page.says('5 alarms in the last 7')
  equal(page.text.includes('The trial was stopped'), false)
})

it('a trial in <sg-alarm-rules> is not asked for while something is wrong in the form', async () => {
  const page = await opened()
  await page.press('New rule', 'Test rule')
  await page.says('Choose a point')
  equal(page.requestsOf('POST /yun/alarmRules/dryRun').length, 0)
})
