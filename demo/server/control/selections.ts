import { randomUUID } from 'node:crypto'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { WriteAnswer } from '../../../core/contract/control.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { WrongField } from '../http/field-errors.ts'

interface Selected {
  /** Who selects: a user, a guest, or somebody who acts as a user. */
  who: string
  /** Whose turn it is with that: a user, or all who come by one embed key, whose holder names them as he likes. */
  party: string
  /** The session or embed key by which he came. */
  holder: string
  value: Value
}

interface Waiting extends Selected {
  id: string
  until: number
  /** Who was refused meanwhile: somebody else, and somebody of another party. */
  isWanted: boolean
  isWantedByOther: boolean
}

/**
 * The first step of two-step writes: one selection a point, in memory alone, since a selection sends nothing and is no
 * operation yet. One that is over stays until the next of its point, so that a late confirmation hears what happened.
 */
export function createSelections(now: () => number = () => performance.now()) {
  const selections = new Map<string, Waiting>()

  return {
    /**
     * Throws 100027 while another user's selection waits. A user's own new one replaces the old and ends with it; after that,
     * whoever was refused meanwhile has as long to come first: nobody, and no key, keeps a point without ever writing it.
     */
    select: (point: string, selected: Selected): WriteAnswer => {
      const time = now()
      const known = selections.get(point)
      const isWaiting = known !== undefined && time <= known.until
      if (known && known.who !== selected.who && isWaiting) {
        known.isWanted = true
        if (known.party !== selected.party) known.isWantedByOther = true
        throw new ApiError('100027')
      }
      const isOthersTurn =
        (known?.who === selected.who && known.isWanted) || (known?.party === selected.party && known.isWantedByOther)
      if (known && isOthersTurn && !isWaiting && time <= known.until + LIMITS.writeConfirmMs)
        throw new ApiError('100027')
      const id = randomUUID()
      const until = isWaiting ? known.until : time + LIMITS.writeConfirmMs
      const { isWanted, isWantedByOther } = isWaiting ? known : { isWanted: false, isWantedByOther: false }
      selections.set(point, { ...selected, id, until, isWanted, isWantedByOther })
      return { id, status: 'selected', confirm_ms: Math.round(until - time) }
    },

    /** Drops what was selected by a session or key that ends. */
    drop(holder: string): void {
      for (const [point, selected] of selections) if (selected.holder === holder) selections.delete(point)
    },

    /** Uses up the selection `id`. Throws a WrongField for one that is not there, over, another user's or of another value. */
    confirm: (point: string, id: string, { who, value }: Pick<Selected, 'who' | 'value'>): void => {
      const selected = selections.get(point)
      if (selected?.id !== id)
        throw new WrongField('confirm', { zh: '没有此选择，请重新选择', en: 'is no selection: select again' })
      if (selected.who !== who) {
        throw new WrongField('confirm', { zh: '是其他用户的选择', en: 'is the selection of another user' })
      }
      if (now() > selected.until) {
        throw new WrongField('confirm', {
          zh: '选择已过期，未写入，请重新选择',
          en: 'comes after the selection has expired; nothing was written: select again',
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
