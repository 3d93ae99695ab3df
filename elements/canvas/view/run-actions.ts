import type { Action, Control, Trigger } from '../../../core/contract/documents/screen.ts'
import type { Value } from '../../../core/contract/telemetry.ts'

/** A point that an action names. */
export interface NamedPoint {
  readonly sn_code: string
  readonly key: string
}

/** What actions can do in the page that shows the screen. */
export interface ActionHandlers {
  /** The point that a text names; null where it names none. */
  pointOf(text: string): NamedPoint | null
  /** What an expression gives now. */
  valueOf(expression: string): { value: Value } | { problem: string }
  /** `isAsked`: the person confirms before anything is sent. */
  write(point: NamedPoint, value: Value, isAsked: boolean): void
  switchScreen(screen_id: number, sn_code: string | undefined): void
  popUp(screen_id: number, sn_code: string | undefined): void
  back(): void
  openLink(url: string): void
  setShown(control_id: string, isShown: boolean): void
  /** All alarms of a point, or of the control's own points. */
  acknowledge(point: NamedPoint | null, control: Control): void
  /** Permission items that the user holds. */
  holds(item_id: number): boolean
  /** Why nothing happens, in words for the person who did it. */
  refuse(why: Refused): void
}

export type Refused =
  | { readonly kind: 'needsItem' | 'badLink' }
  | { readonly kind: 'noSuchPoint'; readonly point: string }
  | { readonly kind: 'badValue'; readonly reason: string }

const SCHEMES = ['http:', 'https:', 'mailto:']

/** An address that may be opened, as the browser reads it; null for anything else, `javascript:` above all. */
export function safeLink(url: string): string | null {
  try {
    const { protocol, href } = new URL(url.trim())
    return SCHEMES.includes(protocol) ? href : null
  } catch {
    return null
  }
}

/** Whether anything happens on this trigger, for whoever holds these items. */
export const answers = (control: Control, trigger: Trigger): boolean =>
  control.events.some(({ on, actions }) => on === trigger && actions.length > 0)

/** Does what a control's events ask for, one action after another; a refused one ends its event. */
export function runEvents(control: Control, trigger: Trigger, handlers: ActionHandlers): void {
  if (!control.events.some(({ on }) => on === trigger)) return
  if (control.item_id !== undefined && !handlers.holds(control.item_id)) {
    handlers.refuse({ kind: 'needsItem' })
    return
  }
  for (const event of control.events) {
    if (event.on !== trigger) continue
    if (event.item_id !== undefined && !handlers.holds(event.item_id)) {
      handlers.refuse({ kind: 'needsItem' })
      continue
    }
    for (const action of event.actions) if (!run(action, control, handlers)) break
  }
}

function run(action: Action, control: Control, handlers: ActionHandlers): boolean {
  switch (action.does) {
    case 'write':
      return write(action, handlers)
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
    case 'acknowledge': {
      const point = action.point ? handlers.pointOf(action.point) : null
      if (action.point && !point) handlers.refuse({ kind: 'noSuchPoint', point: action.point })
      else handlers.acknowledge(point, control)
      return !action.point || point !== null
    }
  }
}

function write(action: Extract<Action, { does: 'write' }>, handlers: ActionHandlers): boolean {
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
