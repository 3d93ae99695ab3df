import { defineText } from '../../../../core/text/define-text.ts'
import { useText } from '../../../define/index.ts'
import { EmptyElement } from '../../../parts/EmptyElement.tsx'
import { useRights } from '../../../parts/use-rights.ts'
import { useMonitor } from '../monitor-context.ts'
import { AddPoints } from './OfferedPoints.tsx'

const text = defineText({
  onlyOffered: [
    '设备已上报 {{count}} 个变量，尚未添加',
    'The device reports {{count}} points, of which none is shown yet',
    'The device reports {{count}} point, which is not shown yet',
  ],
  why: [
    '添加后显示数值并记录历史；也可为设备绑定模板。',
    'Add them to see their values and keep their history; or bind the device to a template.',
  ],
  whyToRead: ['由可管理设备的人员添加后显示。', 'Whoever manages devices can add them.'],
})

/** Nothing is shown of the device, which reports something. */
export function OfferedAlone() {
  const { device } = useMonitor()
  const may = useRights()
  const t = useText(text)
  return (
    <EmptyElement
      icon="gauge"
      title={t.onlyOffered({ count: device.offered.length })}
      explanation={may('P30200') ? t.why : t.whyToRead}
      action={<AddPoints look="primary" />}
    />
  )
}
