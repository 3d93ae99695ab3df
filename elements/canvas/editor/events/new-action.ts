import { type Action, type ControlEvent, needsPress, type Trigger } from '../../../../core/contract/documents/screen.ts'

export type Does = Action['does']
export const DOES: readonly Does[] = [
  'write',
  'switch_screen',
  'pop_up',
  'back',
  'open_link',
  'show',
  'hide',
  'acknowledge',
] as const
const ON_PAGE = DOES.filter((does) => !needsPress(does))

const AMONG_SCREENS: readonly Does[] = ['switch_screen', 'pop_up', 'back']

/** What can be set off by a trigger; a dashboard leads to no screen. */
export const doesOn = (trigger: Trigger, hasScreens: boolean): readonly Does[] => {
  const all = trigger === 'change' ? ON_PAGE : DOES
  return hasScreens ? all : all.filter((does) => !AMONG_SCREENS.includes(does))
}

interface Near {
  /** The screen that is led to at first. */
  readonly screen_id: number
  /** The control that is shown or hidden at first. */
  readonly control_id: string
}

/** An action that does something else; what both have stays. */
export function actionOf(does: Does, near: Near, before?: Action): Action {
  const old = before as Partial<Record<'screen_id' | 'sn_code' | 'control_id' | 'point', unknown>> | undefined
  switch (does) {
    case 'write':
      return { does, point: typeof old?.point === 'string' ? old.point : '', value: '', confirm: true }
    case 'switch_screen':
    case 'pop_up':
      return {
        does,
        screen_id: typeof old?.screen_id === 'number' ? old.screen_id : near.screen_id,
        ...(typeof old?.sn_code === 'string' && { sn_code: old.sn_code }),
      }
    case 'back':
      return { does }
    case 'open_link':
      return { does, url: '' }
    case 'show':
    case 'hide':
      return { does, control_id: typeof old?.control_id === 'string' ? old.control_id : near.control_id }
    case 'acknowledge':
      return { does, ...(typeof old?.point === 'string' && old.point !== '' && { point: old.point }) }
  }
}

/** The next event of a control: on a trigger that has none yet. */
export const eventOf = (triggers: readonly Trigger[], events: readonly ControlEvent[]): ControlEvent => ({
  on: triggers.find((trigger) => !events.some(({ on }) => on === trigger)) ?? triggers[0] ?? 'click',
  actions: [],
})
