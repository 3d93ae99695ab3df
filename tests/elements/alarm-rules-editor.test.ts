import { sendKeys, setViewport } from '@web/test-runner-commands'
import { DAY_MS } from '../../core/catalogue/durations.ts'
import type { KeptRule, SentRule } from '../../core/contract/alarm-rules.ts'
import {
  choose,
  drag,
  enter,
  field,
  handle,
  input,
  labels,
  opened,
  sent,
  tried,
  withShift,
} from './alarm-rules-driver.ts'
import { dryRun, keeping, rule, ruleSet } from './alarm-rules-pages.ts'
import { equal, until } from './check.ts'
import { Refused } from './played-server.ts'
import { named, openRow, press, says, type } from './rights-pages.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await (() => import('../../elements/screens/alarm-rules/index.ts'))()

await setViewport({ width: 1400, height: 1000 })

describe('<sg-alarm-rules>, the editor,', () => {
  it('the editor of <sg-alarm-rules> shows the fields that the condition needs, and no others', async () => {
    const { element } = await opened()
    await press(element, 'New rule')
    await choose(element, 'Point', 'Level')
    for (const [condition, wanted] of [
      ['Above', ['Limit', 'Dead band', 'On delay', 'Off delay']],
      ['Outside', ['Lower limit', 'Upper limit', 'Dead band', 'On delay', 'Off delay']],
      ['Changes', ['Off delay']],
      ['No data', ['Silent for', 'Off delay']],
    ] as const) {
      await choose(element, 'Condition', condition)
      await until(
        condition,
        () =>
          labels(element)
            .slice(2, 2 + wanted.length)
            .join() === wanted.join(),
      )
    }
    await choose(element, 'Point', 'Mode')
    await choose(element, 'Condition', 'Equals')
    await choose(element, 'Limit', 'Auto')
  })

  it('the editor of <sg-alarm-rules> keeps what was typed and says at each field what is wrong', async () => {
    const { element, server } = await opened()
    await openRow(element, 'Level high')
    await choose(element, 'Condition', 'Outside')
    await enter(element, 'Upper limit', '2')
    await says(element, 'The upper limit is more than the lower one')
    await type(element, 'alarm_name', '')
    await press(element, 'Save')
    await says(element, 'Give the alarm a name')
    equal((await input(element, 'Upper limit')).value, '2')
    equal(server.asks('PUT /yun/alarmRules').length, 0)
  })

  it('the editor of <sg-alarm-rules> keeps what was typed when the server refuses, and says it at the field', async () => {
    const { element } = await opened({
      'PUT /yun/alarmRules': () => new Refused('100006', [{ field: 'rules.0.threshold', message: 'Not that much' }]),
    })
    await openRow(element, 'Level high')
    await enter(element, 'Limit', '4.9')
    await press(element, 'Save')
    await says(element, 'Not that much')
    equal((await input(element, 'Limit')).value, '4.9')
  })

  it('the editor of <sg-alarm-rules> takes in what somebody else has changed of the rule, beside what is being written', async () => {
    let set = ruleSet()
    const theirs = (threshold: number) => ({ ...set.rules[0], threshold, cause: 'A valve is shut' }) as KeptRule
    const saved: SentRule[][] = []
    const { element } = await opened({
      'GET /yun/alarmRules': () => set,
      'PUT /yun/alarmRules': ({ body }) => {
        if (body.revision !== set.revision)
          return new Refused('100006', [{ field: 'revision', message: 'Somebody else was faster' }])
        saved.push(body.rules as SentRule[])
        return set
      },
    })
    await openRow(element, 'Level high')
    await enter(element, 'Limit', '4.9')
    await enter(element, 'English name', 'Mine')
    // Theirs comes before it now, and its limit is another one.
    set = ruleSet({ rules: [rule('99'), theirs(4.7)], revision: 'r9' })
    await press(element, 'Save')
    await says(element, 'Both of you changed Limit: what you wrote stands')
    equal((await input(element, 'Limit')).value, '4.9')
    await press(element, 'Save')
    await says(element, 'Saved 液位高')
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
    const { element, server } = await opened({
      'GET /yun/alarmRules': () => set,
      'PUT /yun/alarmRules': ({ body }) =>
        body.revision === set.revision
          ? set
          : new Refused('100006', [{ field: 'revision', message: 'Somebody else was faster' }]),
    })
    await openRow(element, 'Level low')
    await enter(element, 'Limit', '0.9')
    set = ruleSet({ rules: [rule('13')], revision: 'r9' })
    await press(element, 'Save')
    await says(element, 'Somebody else has deleted this rule; saving makes it again.')
    equal(element.shadowRoot.textContent?.includes('Delete rule'), false)
    await press(element, 'Create rule')
    await says(element, 'Saved 液位低')
    equal(
      sent(server).map(({ rule_id, threshold }) => [rule_id, threshold]),
      [
        ['13', 4.5],
        [undefined, 0.9],
      ],
    )
  })

  it('the editor of <sg-alarm-rules> says what a change means for alarms that stand', async () => {
    const { element } = await opened(keeping(ruleSet({ rules: [rule('11', { open_alarms: 2 })] })))
    await openRow(element, 'Rule 11')
    await says(element, '2 alarms of this rule stand. A new condition counts from the next reading')
  })

  it('the editor of <sg-alarm-rules> refuses to suppress by the past at once, and offers nothing that looks at it', async () => {
    const { element } = await opened()
    await openRow(element, 'Level high')
    const box = (await field(element, 'Suppressed while')).querySelector('textarea') as HTMLTextAreaElement
    box.focus()
    document.execCommand('insertText', false, 'a')
    const offered = () =>
      Array.from(element.shadowRoot.querySelectorAll('[role=option] code'), (one) => one.textContent)
    await until('functions', () => offered().includes('abs(value)'))
    equal(
      offered().filter((signature) => /seconds|alarm/.test(signature ?? '')),
      [],
    )
    box.select()
    document.execCommand('insertText', false, 'avg(level, 60) > 3')
    await says(element, 'compare level itself, such as level > 5')
    equal(element.shadowRoot.querySelector('.expression-under mark')?.textContent, 'avg(level, 60)')
  })

  it('the editor of <sg-alarm-rules> says where a suppression is wrong, offers points, and takes it once it is right', async () => {
    const { element, server } = await opened()
    await openRow(element, 'Level high')
    const box = (await field(element, 'Suppressed while')).querySelector('textarea') as HTMLTextAreaElement
    box.focus()
    document.execCommand('insertText', false, 'pressure > 1 and runn')
    await named(element, 'runningRunning', '[role=option]')
    await sendKeys({ press: 'Enter' })
    await until('taken', () => box.value === 'pressure > 1 and running')
    await says(element, 'There is no point pressure')
    equal(element.shadowRoot.querySelector('.expression-under mark')?.textContent, 'pressure')
    box.focus()
    box.select()
    document.execCommand('insertText', false, 'not running')
    await press(element, 'Save')
    await says(element, 'Saved 液位高')
    equal(sent(server)[0]?.suppress_when, 'not running')
  })

  it('the editor of <sg-alarm-rules> shows how the text reads with the newest values, in both languages', async () => {
    const { element } = await opened()
    await openRow(element, 'Level high')
    await says(element, 'For example: 4.20 m > 4.50 m')
    await type(element, 'alarm_text', '{{device}} {{point}} {{value}}，限 {{threshold}}')
    await says(element, 'Pump P1 液位 4.20 m，限 4.50 m')
    await type(element, 'alarm_text_en', 'Level {{value}}, {{pressure}}')
    await says(element, 'There is no point {{pressure}}')
  })
})

describe('<sg-alarm-rules>, the history of the point,', () => {
  it('the numbers of <sg-alarm-rules> follow the limit while it is dragged, and so do its past alarms', async () => {
    const { element } = await opened()
    await openRow(element, 'Level high')
    const limit = await handle(element, 'Limit')
    await says(element, 'alarms in this range')
    await drag(limit, 0, 40)
    await until('lower', async () => Number((await input(element, 'Limit')).value) < 4.4)
    const typed = Number((await input(element, 'Limit')).value)
    equal(Number(limit.getAttribute('aria-valuenow')), typed)
    equal(Math.round(typed * 100) / 100, typed)
  })

  it('the history of the point in <sg-alarm-rules> moves a limit by the arrows in the point’s decimals, with Shift ten times as far', async () => {
    const { element } = await opened()
    await openRow(element, 'Level high')
    ;(await handle(element, 'Limit')).focus()
    await sendKeys({ press: 'ArrowUp' })
    await until('a step', async () => (await input(element, 'Limit')).value === '4.51')
    await withShift('ArrowDown')
    await until('ten steps', async () => (await input(element, 'Limit')).value === '4.41')
    ;(await handle(element, 'Dead band')).focus()
    await sendKeys({ press: 'ArrowDown' })
    await until('the dead band', async () => (await input(element, 'Dead band')).value === '0.09')
    await sendKeys({ press: 'PageUp' })
    await until('ten more', async () => (await input(element, 'Dead band')).value === '0.19')
    await sendKeys({ press: 'Home' })
    await until('none', async () => (await input(element, 'Dead band')).value === '0')
  })

  it('the history of the point in <sg-alarm-rules> speaks of handles only where there are any', async () => {
    const { element } = await opened()
    await openRow(element, 'Level high')
    await says(element, 'Drag the handles')
    await choose(element, 'Condition', 'No data')
    await until('silence', () => !element.shadowRoot.textContent?.includes('Drag the handles'))
  })

  it('the history of the point in <sg-alarm-rules> follows the numbers that are typed', async () => {
    const { element } = await opened()
    await openRow(element, 'Level high')
    await handle(element, 'Limit')
    await enter(element, 'Limit', '9')
    await says(element, 'No alarm in this range')
    equal((await handle(element, 'Limit')).getAttribute('aria-valuenow'), '9')
  })

  it('the history of the point in <sg-alarm-rules> drags a delay from its crossing, by the pointer and by arrows', async () => {
    const { element } = await opened()
    await openRow(element, 'Level high')
    await handle(element, 'Limit')
    await press(element, 'Zoom to this crossing')
    await named(element, 'Back to the whole range')
    const delay = await handle(element, 'On delay')
    await drag(delay, 60, 0)
    await until('longer', async () => Number((await input(element, 'On delay')).value) > 30)
    const before = Number((await input(element, 'On delay')).value)
    ;(await handle(element, 'On delay')).focus()
    await withShift('ArrowRight')
    await until('by ten', async () => Number((await input(element, 'On delay')).value) === before + 10)
  })

  it('the history of the point in <sg-alarm-rules> says when no device has the template yet', async () => {
    const { element } = await opened({ 'GET /yun/module/binding': () => ({ rows: [], total: 0 }) })
    await openRow(element, 'Level high')
    await says(element, 'No device has this template yet')
  })
})

describe('<sg-alarm-rules>, a trial,', () => {
  it('a trial in <sg-alarm-rules> tries the rule as it stands in the form, beside how it is saved', async () => {
    const { element, server } = await opened()
    await openRow(element, 'Level high')
    await enter(element, 'Limit', '4.8')
    await press(element, 'Try this rule')
    await says(element, '12 alarms in the last 7')
    await says(element, 'As it is saved: 40')
    await says(element, 'Still stands')
    const asked = tried(server, 0)
    equal(
      asked.rules.map(({ threshold }) => threshold),
      [4.8],
    )
    equal(asked.against, ['11'])
    equal(asked.template_id, 2)
    await press(element, 'With all other rules')
    await until('asked', () => server.asks('POST /yun/alarmRules/dryRun').length === 2)
    equal(tried(server, 1).rules.length, 3)
    equal(server.asks('PUT /yun/alarmRules').length, 0)
  })

  it('a trial in <sg-alarm-rules> says which devices were left out, and why it was refused', async () => {
    const left = ['Pump P3', ''].map((dev_alias, i) => ({ sn_code: `P${i + 3}`, dev_alias }))
    const { element, server } = await opened({ 'POST /yun/alarmRules/dryRun': () => dryRun({ devices_left: 3, left }) })
    await press(element, 'Try all rules')
    await says(element, 'a trial takes 20 seconds and 200 devices at most')
    await says(element, '3 devices were left out: Pump P3, P4, and 1 more.')
    server.answers['POST /yun/alarmRules/dryRun'] = () => new Refused('100015')
    await press(element, 'Try all rules', '.side-panel button')
    await says(element, '100015')
  })

  it('a trial in <sg-alarm-rules> says up to which time it came, where that was not the end', async () => {
    const run = dryRun()
    const until = run.start + DAY_MS
    const { element } = await opened({ 'POST /yun/alarmRules/dryRun': () => ({ ...run, until }) })
    await press(element, 'Try all rules')
    await says(element, '12 alarms from ')
    await says(element, 'Not all of the history was evaluated')
    equal(element.shadowRoot.textContent?.includes('were left out'), false)
  })

  it('a trial in <sg-alarm-rules> says since when there is history, where it begins later', async () => {
    const run = dryRun()
    let since = run.start + DAY_MS
    const { element } = await opened({ 'POST /yun/alarmRules/dryRun': () => ({ ...run, since }) })
    await press(element, 'Try all rules')
    await says(element, 'Recorded history begins at ')
    await says(element, '12 alarms in the last 6')
    since = run.end
    await press(element, 'Try all rules', '.side-panel button')
    await says(element, 'Nothing was recorded in the last 7')
    equal(element.shadowRoot.querySelectorAll('.dry-run-steps').length, 0)
  })

  it('a trial in <sg-alarm-rules> can be stopped: the call ends, and what was typed and told before stays', async () => {
    const { element, server } = await opened()
    await openRow(element, 'Level high')
    await press(element, 'Try this rule')
    await says(element, '12 alarms in the last 7')
    await enter(element, 'Limit', '4.8')
    const hungUp = new Promise((resolve) => {
      server.answers['POST /yun/alarmRules/dryRun'] = ({ signal }) => {
        signal?.addEventListener('abort', resolve)
        return new Promise(() => {})
      }
    })
    await press(element, 'With all other rules')
    await says(element, 'Counting…')
    await until('the call', () => server.asks('POST /yun/alarmRules/dryRun').length === 2)
    await press(element, 'Stop')
    await says(element, 'The trial was stopped')
    await hungUp
    equal(element.shadowRoot.activeElement?.textContent, 'With all other rules')
    equal((await input(element, 'Limit')).value, '4.8')
    await says(element, '12 alarms in the last 7')
    server.answers['POST /yun/alarmRules/dryRun'] = () => dryRun({ load: { ...dryRun().load, total: 5 } })
    await press(element, 'Try this rule')
    await says(element, '5 alarms in the last 7')
    equal(element.shadowRoot.textContent?.includes('The trial was stopped'), false)
  })

  it('a trial in <sg-alarm-rules> is not asked for while something is wrong in the form', async () => {
    const { element, server } = await opened()
    await press(element, 'New rule')
    await press(element, 'Try this rule')
    await says(element, 'Choose a point')
    equal(server.asks('POST /yun/alarmRules/dryRun').length, 0)
  })
})
