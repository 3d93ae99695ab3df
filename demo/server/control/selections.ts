import { randomUUID } from 'node:crypto'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { WriteAnswer } from '../../../core/contract/control.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { WrongField } from '../http/field-errors.ts'

interface Selected {
  /** Who selects: a user, a guest, or somebody who acts as a user. */
  who: string
  value: Value
}

/**
 * The first step of two-step writes: one selection a point, in memory alone, since a selection sends nothing and is no
 * operation yet. One that is over stays until the next of its point, so that a late confirmation hears what happened.
 */
export function createSelections(now: () => number = () => performance.now()) {
  const selections = new Map<string, Selected & { id: string; until: number }>()

  return {
    /** Throws 100027 while another user's selection waits. A user's own new one replaces the old. */
    select: (point: string, { who, value }: Selected): WriteAnswer => {
      const known = selections.get(point)
      if (known && known.who !== who && now() <= known.until) throw new ApiError('100027')
      const id = randomUUID()
      selections.set(point, { id, who, value, until: now() + LIMITS.writeConfirmMs })
      return { id, status: 'selected', confirm_ms: LIMITS.writeConfirmMs }
    },

    /** Uses up the selection `id`. Throws a WrongField for one that is not there, over, another user's or of another value. */
    confirm: (point: string, id: string, { who, value }: Selected): void => {
      const selected = selections.get(point)
      if (selected?.id !== id)
        throw new WrongField('confirm', { zh: '没有此选择，请重新选择', en: 'is no selection: select again' })
      if (selected.who !== who) {
        throw new WrongField('confirm', { zh: '是其他用户的选择', en: 'is the selection of another user' })
      }
      if (now() > selected.until) {
        const seconds = LIMITS.writeConfirmMs / 1000
        throw new WrongField('confirm', {
          zh: `选择已超过 ${seconds} 秒，未写入，请重新选择`,
          en: `is later than ${seconds} s after the selection; nothing was written: select again`,
        })
      }
      if (selected.value !== value) {
        throw new WrongField('value', {
          zh: '与选择的值不同，未写入',
          en: 'is not the value that was selected; nothing was written',
        })
      }
      selections.delete(point)
    },
  }
}
