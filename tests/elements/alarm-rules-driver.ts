import { sendKeys, sendMouse } from '@web/test-runner-commands'
import type { SentRule } from '../../core/contract/alarm-rules.ts'
import { ENGINEER, keeping, ruleAnswers } from './alarm-rules-pages.ts'
import { until } from './check.ts'
import { type Answers, type Element, find, press, shown } from './rights-pages.ts'

export async function opened(answers: Answers = {}, attributes = 'template="2"') {
  const markup = `<sg-alarm-rules lang="en" ${attributes}></sg-alarm-rules>`
  const all = await shown(markup, { ...ruleAnswers, ...keeping(), ...answers }, ENGINEER)
  all.element.style.cssText = 'display: block; block-size: 900px'
  return all
}
export const sent = (server: Awaited<ReturnType<typeof opened>>['server']) =>
  server.asks('PUT /yun/alarmRules').at(-1)?.body.rules as SentRule[]
export const names = ({ shadowRoot }: Element) =>
  Array.from(shadowRoot.querySelectorAll('.table-rows strong'), ({ textContent }) => textContent)
export const field = (element: Element, label: string) =>
  until(label, () =>
    Array.from(element.shadowRoot.querySelectorAll('.field')).find(
      (one) => one.querySelector('.field-label')?.textContent === label,
    ),
  )
export const input = async (element: Element, label: string) =>
  (await field(element, label)).querySelector('input, textarea') as HTMLInputElement
export async function enter(element: Element, label: string, value: string) {
  const box = await input(element, label)
  box.focus()
  box.select()
  document.execCommand('insertText', false, value)
  box.blur()
}
export async function choose(element: Element, label: string, option: string) {
  ;(await field(element, label)).querySelector<HTMLElement>('button')?.click()
  await press(element, option, '[role=option] *, [role=option]')
}
export const labels = ({ shadowRoot }: Element) =>
  Array.from(shadowRoot.querySelectorAll('.rule-editor-form .field-label'), ({ textContent }) => textContent)
export const handle = (element: Element, name: string) => find(element, `.rule-handle[aria-label="${name}"]`)
export const middle = (target: globalThis.Element): [number, number] => {
  const { left, top, width, height } = target.getBoundingClientRect()
  return [Math.round(left + width / 2), Math.round(top + height / 2)]
}
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
export const menu = async (element: Element, of: string, entry: string) => {
  await press(element, `Actions of ${of}`)
  await press(element, entry, '[role=menuitem]')
}

export const tried = (server: Awaited<ReturnType<typeof opened>>['server'], nth: number) => {
  const { rules = [], ...body } = server.asks('POST /yun/alarmRules/dryRun')[nth]?.body ?? {}
  return { ...body, rules: rules as SentRule[] } as { rules: SentRule[]; against?: string[]; template_id?: number }
}
