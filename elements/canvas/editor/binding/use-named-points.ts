import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { deviceDetail } from '../../../../core/stores/collections/devices.ts'
import { useConnection } from '../../../define/index.ts'
import { useEditorState } from '../editor-context.ts'
import { devicesNamed } from './unresolved.ts'
import { type NamedPoint, useTemplatePoints } from './use-points.ts'

/** Devices whose points are known by their names; those of further ones are as they are written. */
const MOST_DEVICES = 20

/** Points of the template, and of the devices that the document names already. */
export function useNamedPoints(): readonly NamedPoint[] {
  const connection = useConnection()
  const own = useTemplatePoints()
  // Many controls must not hold up a drag.
  const whole = useDeferredValue(useEditorState((state) => state.whole))
  const named = useMemo(() => devicesNamed(whole).filter(Boolean).slice(0, MOST_DEVICES).join(' '), [whole])
  const [others, setOthers] = useState<readonly NamedPoint[]>([])
  useEffect(() => {
    const details = named
      .split(' ')
      .filter(Boolean)
      .map((sn_code) => deviceDetail(connection, { sn_code }))
    const gather = () =>
      setOthers(
        details.flatMap((detail) => {
          const { data } = detail.get()
          return data?.points.map((point) => ({ ...point, sn_code: data.sn_code })) ?? []
        }),
      )
    const stops = details.map((detail) => detail.listen(gather))
    gather()
    return () => {
      for (const stop of stops) stop()
    }
  }, [connection, named])
  return useMemo(() => [...own, ...others], [own, others])
}
