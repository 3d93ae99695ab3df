import { useState } from 'react'
import type { Point } from '../../../../core/contract/device.ts'
import { attempt } from '../../../../core/stores/attempt.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { ConfirmDialog } from '../../../kit/Dialog.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { pointName } from '../../../parts/point-text.ts'
import { useRights } from '../../../parts/use-rights.ts'
import { useMonitor } from '../monitor-context.ts'
import { text } from './text.ts'

/** A line for each point of the device's own that keeps its template's out; taking that one needs the right to manage devices. */
export function Conflicts() {
  const { device, replaceDevice } = useMonitor()
  const { api } = useConnection()
  const { lang } = useElement()
  const t = useText(text)
  const may = useRights()
  const [asked, setAsked] = useState<Point | null>(null)
  const [isPending, setPending] = useState(false)
  const own = device.points.filter(({ key }) => device.conflicts?.includes(key))
  if (own.length === 0) return null
  const name = asked ? pointName(asked, lang) : ''
  async function take(point: Point) {
    setPending(true)
    const { sn_code } = device
    const changed = await attempt(api.device.takeTemplatePoint({ sn_code, key: point.key }, { raisesToast: true }))
    setPending(false)
    setAsked(null)
    if (changed) replaceDevice(changed)
  }
  return (
    <>
      {own.map((point) => (
        <div key={point.key} className="monitor-offered">
          <Icon name="warning" />
          <span>{t.conflict({ name: pointName(point, lang), key: point.key })}</span>
          {may('P30200') && device.may_write && (
            <Button look="plain" onPress={() => setAsked(point)}>
              {t.takeTemplates}
            </Button>
          )}
        </div>
      ))}
      <ConfirmDialog
        title={t.takeTitle({ name })}
        explanation={t.takeWhy({ key: asked?.key ?? '' })}
        confirmLabel={t.takeIt}
        isDanger
        isOpen={asked !== null}
        isPending={isPending}
        onConfirm={() => asked && void take(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  )
}
