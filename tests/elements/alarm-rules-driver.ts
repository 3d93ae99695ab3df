import { sendKeys, sendMouse } from '@web/test-runner-commands'
import type { SentRule } from '../../core/contract/alarm-rules.ts'
import { ENGINEER, keeping, ruleAnswers } from './alarm-rules-pages.ts'
import { type Answers, middle, type Screen, shown } from './screen-driver.ts'

export const opened = (answers: Answers = {}, attributes = 'template="2"') =>
  shown(
    `<sg-alarm-rules lang="en" ${attributes}></sg-alarm-rules>`,
    { ...ruleAnswers, ...keeping(), ...answers },
    ENGINEER,
    'block-size: 900px',
  )
export const sent = (page: Screen) => page.bodies('PUT /yun/alarmRules').at(-1)?.rules as SentRule[]
export const names = (page: Screen) => page.texts('.table-rows strong')
export const input = async (page: Screen, label: string) =>
  (await page.labelled(label)).querySelector('input, textarea') as HTMLInputElement
export async function enter(page: Screen, label: string, value: string) {
  const box = await input(page, label)
  box.focus()
  box.select()
  document.execCommand('insertText', false, value)
  box.blur()
}
export const labels = (page: Screen) => page.texts('.rule-editor-form .field-label')
export const handle = (page: Screen, name: string) => page.find(`.rule-handle[aria-label="${name}"]`)
export async function drag(target: globalThis.Element, dx: number, dy: number) {
  const [x, y] = middle(target)
  await sendMouse({ type: 'move', position: [x, y] })
  await sendMouse({ type: 'down' })
  await sendMouse({ type: 'move', position: [x + dx / 2, y + dy / 2] })
  await sendMouse({ type: 'move', position: [x + dx, y + dy] })
  await sendMouse({ type: 'up' })
}
export async function withShift(press: string) {
  await sendKeys({ down: 'Shift' })
  await sendKeys({ press })
  await sendKeys({ up: 'Shift' })
}

export const tried = (page: Screen, nth: number) => {
  const { rules = [], ...body } = page.bodies('POST /yun/alarmRules/dryRun')[nth] ?? {}
  return { ...body, rules: rules as SentRule[] } as { rules: SentRule[]; against?: string[]; template_id?: number }
}
