import { PERMISSIONS } from '../../../core/catalogue/permissions.ts'
import type { Givable } from '../../../core/contract/role.ts'
import type { Rights } from '../../../core/rules/rights-tree.ts'
import { useElement, useText } from '../../define/index.ts'
import { text } from './text.ts'

/** Rights by their names, a line each: what somebody is about to lose. */
export function LostRights({ rights, givable }: { rights: Rights; givable: Givable }) {
  const t = useText(text)
  const { lang } = useElement()
  const template = (id: number) => givable.templates.find(({ template_id }) => template_id === id)
  const nameOf = (id: number) => template(id)?.module_name ?? t.templateNumber({ id })
  const lines = [
    ...rights.permissions.map((code) => PERMISSIONS[code][lang]),
    ...rights.device_rights.map(({ group_id, may_write }) => {
      const group = givable.device_groups.find((one) => one.group_id === group_id)
      return t.cellOf({
        what: may_write ? t.write : t.read,
        name: group?.group_name ?? t.groupNumber({ id: group_id }),
      })
    }),
    ...rights.template_rights.map(({ template_id, may_write }) =>
      t.cellOf({ what: may_write ? t.change : t.use, name: nameOf(template_id) }),
    ),
    ...rights.item_rights.map(({ template_id, item_id }) => {
      const item = template(template_id)?.items.find((one) => one.item_id === item_id)
      return t.cellOf({ what: nameOf(template_id), name: item?.item_name ?? t.itemNumber({ id: item_id }) })
    }),
  ]
  return (
    <ul className="user-rights-lost">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
