import { useMemo, useState } from 'react'
import type { TemplateGroup } from '../../../core/contract/template.ts'
import { templateGroups } from '../../../core/stores/collections/templates.ts'
import { type ElementProps, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useRows } from '../../parts/list/use-list.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import type { api } from './api.ts'
import { GroupForm } from './GroupForm.tsx'
import { text } from './text.ts'

/** The form of a new group, or of one. */
type Side = { editing: TemplateGroup | null } | null

export function TemplateGroups({ onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const mayEdit = useRights()('P43000')
  const list = useRows(useCollection(templateGroups), { rowId: ({ group_id }) => String(group_id) })
  const [side, setSide] = useState<Side>(null)
  const { setUnsaved, leave, dialog } = useUnsaved()
  const { toastProps: toasts, done } = useUndoToasts()
  const show = (next: Side) => leave(() => setSide(next))
  const columns = useMemo(
    (): Column<TemplateGroup>[] => [
      {
        id: 'group_name',
        title: t.name,
        value: ({ group_name }) => group_name,
        cell: ({ group_name }) => <strong>{group_name}</strong>,
        width: 140,
        isFixed: true,
      },
      { id: 'remarks', title: t.remarks, value: ({ remarks }) => remarks || null, width: 160, grow: 3, narrow: null },
      {
        id: 'template_count',
        title: t.templates,
        value: ({ template_count }) => template_count,
        isNumeric: true,
        width: 100,
        grow: 0,
      },
    ],
    [t],
  )
  const create = mayEdit && (
    <Button look="primary" icon="plus" onPress={() => show({ editing: null })}>
      {t.create}
    </Button>
  )
  return (
    <div className="template-groups">
      <ListScreen
        list={list}
        words={t}
        icon="tiles"
        columns={columns}
        create={create}
        openId={side?.editing ? String(side.editing.group_id) : null}
        onRowOpen={(editing) => show({ editing })}
        side={
          side && (
            <GroupForm
              key={side.editing?.group_id ?? 'new'}
              editing={side.editing}
              mayEdit={mayEdit}
              onUnsaved={setUnsaved}
              onShow={({ group_id }) =>
                leave(() => void onNavigate({ path: `/configureManage/devTemplate?group=${group_id}` }))
              }
              onDone={(said, name) => {
                setUnsaved(false)
                setSide(null)
                done(t[said]({ name }))
              }}
              onClose={() => show(null)}
            />
          )
        }
      />
      {dialog}
      <Toasts {...toasts} />
    </div>
  )
}
