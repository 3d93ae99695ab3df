import type { Translated } from '../../../core/text/define-text.ts'
import { Badge } from '../../kit/StateMark.tsx'
import type { Column } from '../../kit/table/columns.ts'
import type { text } from './text.ts'
import { type BoundDevice, nameOf } from './use-binding.ts'

type Words = Translated<(typeof text)['rows']>

/** What stands in the way of binding a device, as a mark; nothing for most. */
export function Hindrance({ device, t }: { device: BoundDevice; t: Words }) {
  if (device.is_vpn) return <Badge>{t.vpn}</Badge>
  return device.may_bind ? null : <Badge>{t.readOnly}</Badge>
}

function TemplateName({ device, t }: { device: BoundDevice; t: Words }) {
  if (device.module_name !== null) return device.module_name
  return <span className="binding-quiet">{t.unbound}</span>
}

/** Named as the server sorts. */
export const columnsOf = (t: Words): Column<BoundDevice>[] => [
  {
    id: 'dev_alias',
    title: t.name,
    value: nameOf,
    cell: (device) => (
      <span className="binding-name">
        <strong>{nameOf(device)}</strong>
        <Hindrance device={device} t={t} />
      </span>
    ),
    width: 160,
    grow: 2,
    isFixed: true,
  },
  { id: 'sn_code', title: t.sn, value: ({ sn_code }) => sn_code, width: 120, narrow: null },
  { id: 'dev_model', title: t.model, value: ({ dev_model }) => dev_model || null, width: 110, narrow: null },
  { id: 'group_name', title: t.group, value: ({ group_name }) => group_name, width: 120, narrow: null },
  {
    id: 'module_name',
    title: t.template,
    value: ({ module_name }) => module_name,
    cell: (device) => <TemplateName device={device} t={t} />,
    width: 150,
    grow: 2,
    narrow: { width: 110, grow: 1 },
  },
]
