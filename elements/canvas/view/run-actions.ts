import {
  type Action,
  type Control,
  isPageAction,
  type PageAction,
  type PressTrigger,
} from '../../../core/contract/documents/screen.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { safeLink } from '../../../core/rules/safe-link.ts'

/** A point that an action names. */
export interface NamedPoint {
  readonly sn_code: string
  readonly key: string
}

/** What actions can do in the page that shows the screen. */
export interface PageHandlers {
  switchScreen(screen_id: number, sn_code: string | undefined): void
  popUp(screen_id: number, sn_code: string | undefined): void
  back(): void
  openLink(url: string): void
  setShown(control_id: string, isShown: boolean): void
  /** Permission items that the user holds. */
  holds(item_id: number): boolean
  /** Why nothing happens, in words for the person who did it. */
  refuse(why: Refused): void
}

/** What a person's own press can do beside: it changes something at the server, with this person's rights. */
export interface PressHandlers extends PageHandlers {
  /** The point that a text names; null where it names none. */
  pointOf(text: string): NamedPoint | null
  /** What an expression gives now. */
  valueOf(expression: string): { value: Value } | { problem: string }
  /** `confirm`: the person confirms before anything is sent. */
  write(point: NamedPoint, value: Value, confirm: boolean): void
  /** All alarms of a point, or of the control's own points. */
  acknowledge(point: NamedPoint | null, control: Control): void
}

/** What a change of value sets off. */
export interface ChangeEvent {
  readonly actions: readonly PageAction[]
  readonly item_id?: number | undefined
}

export type Refused =
  | { readonly kind: 'needsItem' | 'badLink' }
  | { readonly kind: 'noSuchPoint'; readonly point: string }
  | { readonly kind: 'badValue'; readonly reason: string }

/** Does what a control's events ask for on a press, one action after another; a refused one ends its event. */
export function runPress(control: Control, trigger: PressTrigger, handlers: PressHandlers): void {
  const events = control.events.filter(({ on }) => on === trigger)
  if (events.length === 0 || !isAllowed(control, handlers)) return
  for (const event of events)
    if (isAllowed(event, handlers)) for (const action of event.actions) if (!run(action, control, handlers)) break
}

/** Does on the page what a change of value asks for. */
export function runChange(control: Control, event: ChangeEvent, handlers: PageHandlers): void {
  if (!isAllowed(control, handlers) || !isAllowed(event, handlers)) return
  for (const action of event.actions) if (!runOnPage(action, handlers)) break
}

function isAllowed({ item_id }: { item_id?: number | undefined }, handlers: PageHandlers): boolean {
  if (item_id === undefined || handlers.holds(item_id)) return true
  handlers.refuse({ kind: 'needsItem' })
  return false
}

function run(action: Action, control: Control, handlers: PressHandlers): boolean {
  if (isPageAction(action)) return runOnPage(action, handlers)
  if (action.does === 'write') return write(action, handlers)
  const point = action.point ? handlers.pointOf(action.point) : null
  if (action.point && !point) handlers.refuse({ kind: 'noSuchPoint', point: action.point })
  else handlers.acknowledge(point, control)
  return !action.point || point !== null
}

function runOnPage(action: PageAction, handlers: PageHandlers): boolean {
  switch (action.does) {
    case 'switch_screen':
      handlers.switchScreen(action.screen_id, action.sn_code)
      return true
    case 'pop_up':
      handlers.popUp(action.screen_id, action.sn_code)
      return true
    case 'back':
      handlers.back()
      return true
    case 'open_link': {
      const href = safeLink(action.url)
      if (href) handlers.openLink(href)
      else handlers.refuse({ kind: 'badLink' })
      return href !== null
    }
    case 'show':
    case 'hide':
      handlers.setShown(action.control_id, action.does === 'show')
      return true
  }
}

function write(action: Extract<Action, { does: 'write' }>, handlers: PressHandlers): boolean {
  const point = handlers.pointOf(action.point)
  if (!point) {
    handlers.refuse({ kind: 'noSuchPoint', point: action.point })
    return false
  }
  const worked = handlers.valueOf(action.value)
  if ('problem' in worked) {
    handlers.refuse({ kind: 'badValue', reason: worked.problem })
    return false
  }
  handlers.write(point, worked.value, action.confirm)
  return true
}
