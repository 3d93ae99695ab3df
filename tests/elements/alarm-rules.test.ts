import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands'
import type { SentRule } from '../../core/contract/alarm-rules.ts'
import { dryRun, ENGINEER, keeping, rule, ruleAnswers, ruleSet } from './alarm-rules-pages.ts'
import { equal, until } from './check.ts'
import { Refused } from './played-server.ts'
import { type Answers, type Element, find, named, openRow, press, says, shown, type } from './rights-pages.ts'

// Not in this file's own chunk: the runner loads it under a second address, and what loads later would find a copy.
await (() => import('../../elements/alarm-rules/index.ts'))()

await setViewport({ width: 1400, height: 1000 })

async function opened(answers: Answers = {}, attributes = 'template="2"') {
  const markup = `<sg-alarm-rules lang="en" ${attributes}></sg-alarm-rules>`
  const all = await shown(markup, { ...ruleAnswers, ...keeping(), ...answers }, ENGINEER)
  all.element.style.cssText = 'display: block; block-size: 900px'
  return all
}
const sent = (server: Awaited<ReturnType<typeof opened>>['server']) =>
  server.asks('PUT /yun/alarmRules').at(-1)?.body.rules as SentRule[]
const names = ({ shadowRoot }: Element) =>
  Array.from(shadowRoot.querySelectorAll('.table-rows strong'), ({ textContent }) => textContent)
const field = (element: Element, label: string) =>
  until(label, () =>
    Array.from(element.shadowRoot.querySelectorAll('.field')).find(
      (one) => one.querySelector('.field-label')?.textContent === label,
    ),
  )
const input = async (element: Element, label: string) =>
  (await field(element, label)).querySelector('input, textarea') as HTMLInputElement
async function enter(element: Element, label: string, value: string) {
  const box = await input(element, label)
  box.focus()
  box.select()
  document.execCommand('insertText', false, value)
  box.blur()
}
async function choose(element: Element, label: string, option: string) {
  ;(await field(element, label)).querySelector<HTMLElement>('button')?.click()
  await press(element, option, '[role=option] *, [role=option]')
}
const labels = ({ shadowRoot }: Element) =>
  Array.from(shadowRoot.querySelectorAll('.rule-editor-form .field-label'), ({ textContent }) => textContent)
const handle = (element: Element, name: string) => find(element, `.rule-handle[aria-label="${name}"]`)
const middle = (target: globalThis.Element): [number, number] => {
  const { left, top, width, height } = target.getBoundingClientRect()
  return [Math.round(left + width / 2), Math.round(top + height / 2)]
}
async function drag(target: globalThis.Element, dx: number, dy: number) {
  const [x, y] = middle(target)
  await sendMouse({ type: 'move', position: [x, y] })
  await sendMouse({ type: 'down' })
  await sendMouse({ type: 'move', position: [x + dx / 2, y + dy / 2] })
  await sendMouse({ type: 'move', position: [x + dx, y + dy] })
  await sendMouse({ type: 'up' })
}
async function withShift(press: string) {
  await sendKeys({ down: 'Shift' })
  await sendKeys({ press })
  await sendKeys({ up: 'Shift' })
}
const menu = async (element: Element, of: string, entry: string) => {
  await press(element, `Actions of ${of}`)
  await press(element, entry, '[role=menuitem]')
}

const tried = (server: Awaited<ReturnType<typeof opened>>['server'], nth: number) => {
  const { rules = [], ...body } = server.asks('POST /yun/alarmRules/dryRun')[nth]?.body ?? {}
  return { ...body, rules: rules as SentRule[] } as { rules: SentRule[]; against?: string[]; template_id?: number }
}

describe('<sg-alarm-rules>, the list,', () => {
  it('says each rule in words, and finds it by name and point', async () => {
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

  it('turns a rule off where it stands, keeping what it is', async () => {
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

  it('moves a rule, and duplicates one after it', async () => {
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

  it('takes a rule out at once, and puts it back where it was', async () => {
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

  it('tells when somebody else was faster, and shows what they made', async () => {
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

  it('takes in the rules of a file: those of the same point and name change, others come after', async () => {
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
    await says(element, '1 changes the rule of the same point and name')
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

  it('of a device stands beside those of its template', async () => {
    const template = { template_id: 2, module_name: 'Tank', rule_count: 4 }
    const { element, server } = await opened(keeping(ruleSet({ rules: [], template })), 'sn="P1"')
    await says(element, 'The template Tank gives this device 4 more rules.')
    equal(server.asks('GET /yun/alarmRules')[0]?.query.get('sn_code'), 'P1')
  })

  it('is for reading where nothing may be changed', async () => {
    const { element } = await opened(keeping(ruleSet({ may_edit: false })))
    await openRow(element, 'Level high')
    await find(element, '.rule-drawing')
    equal(element.shadowRoot.querySelectorAll('.rule-handle').length, 0)
    equal((await input(element, 'Alarm name')).matches(':disabled'), true)
  })
})

describe('<sg-alarm-rules>, the editor,', () => {
  it('shows the fields that the condition needs, and no others', async () => {
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

  it('keeps what was typed and says at each field what is wrong', async () => {
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

  it('keeps what was typed when the server refuses, and says it at the field', async () => {
    const { element } = await opened({
      'PUT /yun/alarmRules': () => new Refused('100006', [{ field: 'rules.0.threshold', message: 'Not that much' }]),
    })
    await openRow(element, 'Level high')
    await enter(element, 'Limit', '4.9')
    await press(element, 'Save')
    await says(element, 'Not that much')
    equal((await input(element, 'Limit')).value, '4.9')
  })

  it('says where a suppression is wrong, offers points, and takes it once it is right', async () => {
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

  it('shows how the text reads with the newest values, in both languages', async () => {
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
  it('is followed by the numbers as the limit is dragged, and what would have been an alarm with it', async () => {
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

  it('moves a limit by the arrows in the point’s decimals, with Shift ten times as far', async () => {
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
  })

  it('follows the numbers that are typed', async () => {
    const { element } = await opened()
    await openRow(element, 'Level high')
    await handle(element, 'Limit')
    await enter(element, 'Limit', '9')
    await says(element, 'No alarm in this range')
    equal((await handle(element, 'Limit')).getAttribute('aria-valuenow'), '9')
  })

  it('drags a delay from its crossing, by the pointer and by arrows', async () => {
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

  it('says when no device has the template yet', async () => {
    const { element } = await opened({ 'GET /yun/module/binding': () => ({ rows: [], total: 0 }) })
    await openRow(element, 'Level high')
    await says(element, 'No device has this template yet')
  })
})

describe('<sg-alarm-rules>, a trial,', () => {
  it('tries the rule as it stands in the form, beside how it is saved', async () => {
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

  it('says that devices were left out, and why it was refused', async () => {
    const { element, server } = await opened({ 'POST /yun/alarmRules/dryRun': () => dryRun({ devices_left: 3 }) })
    await press(element, 'Try all rules')
    await says(element, '3 devices were left out')
    server.answers['POST /yun/alarmRules/dryRun'] = () => new Refused('100015')
    await press(element, 'Try all rules', '.side-panel button')
    await says(element, '100015')
  })

  it('is not asked for while something is wrong in the form', async () => {
    const { element, server } = await opened()
    await press(element, 'New rule')
    await press(element, 'Try this rule')
    await says(element, 'Choose a point')
    equal(server.asks('POST /yun/alarmRules/dryRun').length, 0)
  })
})
