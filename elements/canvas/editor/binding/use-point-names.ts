import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { pointNamed, writePoint } from '../../../../core/rules/expression/points.ts'
import { deviceDetail } from '../../../../core/stores/collections/devices.ts'
import type { Lang } from '../../../../core/text/define-text.ts'
import { useConnection } from '../../../define/index.ts'
import { pointName } from '../../../parts/point-text.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { devicesNamed } from './unresolved.ts'

/** Devices whose points are drawn by their names; those of further ones as they are written. */
const MOST_DEVICES = 20

/** What people call an expression that is nothing but a point, of the template or of a device that is named. */
export function usePointNames(lang: Lang): (expression: string) => string {
  const connection = useConnection()
  const { template } = useEditor()
  // Many controls must not hold up a drag.
  const whole = useDeferredValue(useEditorState((state) => state.whole))
  const named = useMemo(() => devicesNamed(whole).filter(Boolean).slice(0, MOST_DEVICES).join(' '), [whole])
  const [round, setRound] = useState(0)
  const details = useMemo(
    () =>
      new Map(
        named
          .split(' ')
          .filter(Boolean)
          .map((sn_code) => [sn_code, deviceDetail(connection, { sn_code })]),
      ),
    [connection, named],
  )
  useEffect(() => {
    const stops = [...details.values()].map((detail) => detail.listen(() => setRound((before) => before + 1)))
    return () => {
      for (const stop of stops) stop()
    }
  }, [details])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of devices has grown
  return useMemo(
    () => (expression) => {
      const ref = pointNamed(expression)
      if (!ref || writePoint(ref) !== expression) return expression
      const points = ref.sn_code === '' ? template?.points : details.get(ref.sn_code)?.get().data?.points
      const point = points?.find(({ key }) => key === ref.key)
      return point ? pointName(point, lang) : expression
    },
    [template, details, round, lang],
  )
}
