import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { messageOf } from '../../../core/catalogue/codes.ts'
import type { template } from '../../../core/contract/template.ts'
import { mayBeDone } from '../../../core/stores/call-failure.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import { inBatches } from './in-batches.ts'
import { text } from './text.ts'

export type BoundDevice = z.infer<typeof template.bindings.output>['rows'][number]
type Change = 'bind' | 'unbind' | 'undo'

export interface Running {
  change: Change
  done: number
  total: number
}

/** What was not done, of each device, and how many were. */
export interface Outcomes {
  refused: readonly { device: BoundDevice; why: string }[]
  /** No reply said whether they were changed. */
  unknown: readonly { device: BoundDevice; why: string }[]
  /** Not reached, since it was stopped. */
  left: readonly BoundDevice[]
  doneCount: number
}

interface Wanted {
  template_id: number | null
  devices: readonly BoundDevice[]
}

/** Few enough that the bar moves and stopping helps. */
const AT_ONCE = 20

export const nameOf = ({ dev_alias, sn_code }: BoundDevice) => dev_alias || sn_code

/** Binds and unbinds: how far it is, what was done as a toast with its way back, what was not with the reason of each. */
export function useBinding(reload: () => void) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const { toastProps, done } = useUndoToasts()
  const [running, setRunning] = useState<Running | null>(null)
  const [outcomes, setOutcomes] = useState<Outcomes | null>(null)
  const isStopped = useRef(false)

  /** Those that were done. */
  async function run(change: Change, wanted: readonly Wanted[]): Promise<BoundDevice[]> {
    const total = wanted.reduce((sum, { devices }) => sum + devices.length, 0)
    isStopped.current = false
    setRunning({ change, done: 0, total })
    setOutcomes(null)
    const finished: BoundDevice[] = []
    const refused: { device: BoundDevice; why: string }[] = []
    const unknown: { device: BoundDevice; why: string }[] = []
    const left: BoundDevice[] = []
    let before = 0
    try {
      for (const { template_id, devices } of wanted) {
        const start = before
        const result = await inBatches({
          items: devices,
          size: AT_ONCE,
          call: (some) => api.template.bind({ template_id, sn_codes: some.map(({ sn_code }) => sn_code) }),
          onProgress: (count) => setRunning({ change, done: start + count, total }),
          isStopped: () => isStopped.current,
        })
        before += devices.length
        const codes = new Map(result.outcomes.map(({ id, code }) => [id, code]))
        for (const device of devices) {
          const code = codes.get(device.sn_code)
          if (code === null) finished.push(device)
          else if (code !== undefined) refused.push({ device, why: messageOf(code, lang) })
        }
        if (result.error === undefined) left.push(...result.left)
        else {
          const why = refusalText(result.error, lang)
          const failed = result.left.map((device) => ({ device, why }))
          if (!mayBeDone(result.error)) refused.push(...failed)
          else {
            unknown.push(...failed.slice(0, AT_ONCE))
            // No batch was sent after the one that failed.
            left.push(...result.left.slice(AT_ONCE))
          }
        }
      }
    } finally {
      setRunning(null)
      reload()
    }
    if (refused.length + unknown.length + left.length > 0)
      setOutcomes({ refused, unknown, left, doneCount: finished.length })
    return finished
  }

  /** Every device to the template that it came from. */
  async function takeBack(devices: readonly BoundDevice[]) {
    const ids = [...new Set(devices.map(({ template_id }) => template_id))]
    const wanted = ids.map((template_id) => ({
      template_id,
      devices: devices.filter((device) => device.template_id === template_id),
    }))
    if ((await run('undo', wanted)).length > 0) done(t.done_undo)
  }

  const whatOf = (devices: readonly BoundDevice[]) =>
    devices.length === 1 && devices[0] ? nameOf(devices[0]) : t.devices({ count: devices.length })

  return {
    toasts: toastProps,
    running,
    outcomes,
    forget: () => setOutcomes(null),
    stop: () => {
      isStopped.current = true
    },
    async bind(devices: readonly BoundDevice[], template_id: number, name: string) {
      const finished = await run('bind', [{ template_id, devices }])
      if (finished.length > 0) done(t.done_bind({ what: whatOf(finished), name }), () => void takeBack(finished))
      return finished
    },
    async unbind(devices: readonly BoundDevice[]) {
      const finished = await run('unbind', [{ template_id: null, devices }])
      if (finished.length > 0) done(t.done_unbind({ what: whatOf(finished) }), () => void takeBack(finished))
      return finished
    },
  }
}

export type Binding = ReturnType<typeof useBinding>
