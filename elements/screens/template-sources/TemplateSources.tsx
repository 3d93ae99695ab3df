import { useMemo, useState } from 'react'
import type { Middleware } from '../../../core/contract/middleware.ts'
import { type ElementProps, useConnection, useElementTitle, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { Age } from '../../parts/Age.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useWholeList } from '../../parts/list/use-list.ts'
import { useCall } from '../../parts/use-call.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import type { api } from './api.ts'
import { SourceForm } from './SourceForm.tsx'
import { SourcePanel } from './SourcePanel.tsx'
import { text } from './text.ts'

/** A source with its values, or the form of one or of a new one. */
type Side = { kind: 'values'; source: Middleware } | { kind: 'form'; editing: Middleware | null } | null

export function TemplateSources(props: ElementProps<typeof api>) {
  const { template = null, onNavigate } = props
  const t = useText(text)
  const toTemplates = () => void onNavigate({ path: '/configureManage/devTemplate' })
  if (template === null)
    return (
      <EmptyElement
        icon="tiles"
        title={t.noTemplate}
        explanation={t.noTemplateWhy}
        action={<Button onPress={toTemplates}>{t.toTemplates}</Button>}
      />
    )
  return <Sources key={template} template_id={template} onNavigate={onNavigate} />
}

interface SourcesProps {
  template_id: number
  onNavigate: ElementProps<typeof api>['onNavigate']
}

function Sources({ template_id, onNavigate }: SourcesProps) {
  const t = useText(text)
  const { api } = useConnection()
  const holds = useRights()
  const list = useWholeList(
    api.middleware.list,
    { template_id },
    { rowId: ({ middleware_id }) => String(middleware_id) },
  )
  const described = useCall(api.template.detail, { template_id })
  const detail = described.data ?? described.last
  useElementTitle(detail ? `${detail.module_name} · ${t.title}` : t.title)
  const [side, setSide] = useState<Side>(null)
  const { setUnsaved, leave, dialog } = useUnsaved()
  const { toastProps: toasts, done } = useUndoToasts()
  const mayEdit = holds('P41000') && detail?.may_edit === true
  const show = (next: Side) => leave(() => setSide(next))
  const go = (path: string) => leave(() => void onNavigate({ path }))
  const columns = useMemo(
    (): Column<Middleware>[] => [
      {
        id: 'middleware_name',
        title: t.name,
        value: ({ middleware_name }) => middleware_name,
        cell: ({ middleware_name }) => <strong>{middleware_name}</strong>,
        width: 160,
        grow: 2,
        isFixed: true,
      },
      { id: 'points', title: t.points, value: ({ points }) => points.length, isNumeric: true, width: 80, grow: 0 },
      { id: 'user_name', title: t.by, value: ({ user_name }) => user_name, narrow: null },
      {
        id: 'changed_time',
        title: t.changed,
        value: ({ changed_time }) => changed_time,
        cell: ({ changed_time }) => <Age time={changed_time} />,
        narrow: null,
      },
    ],
    [t],
  )
  const create = mayEdit && (
    <Button look="primary" icon="plus" onPress={() => show({ kind: 'form', editing: null })}>
      {t.create}
    </Button>
  )

  function panel() {
    if (side?.kind === 'form')
      return (
        <SourceForm
          key={side.editing?.middleware_id ?? 'new'}
          template_id={template_id}
          editing={side.editing}
          points={detail?.points ?? []}
          onUnsaved={setUnsaved}
          onDone={(source) => {
            setUnsaved(false)
            setSide({ kind: 'values', source })
            done((side.editing ? t.saved : t.made)({ name: source.middleware_name }))
            list.reload()
          }}
          onClose={() => show(side.editing && { kind: 'values', source: side.editing })}
        />
      )
    if (side?.kind !== 'values') return null
    const source = list.rows.find(({ middleware_id }) => middleware_id === side.source.middleware_id) ?? side.source
    return (
      <SourcePanel
        key={`${source.middleware_id} ${source.changed_time}`}
        source={source}
        points={detail?.points ?? []}
        mayEdit={mayEdit}
        mayBind={holds('P42000')}
        onEdit={() => setSide({ kind: 'form', editing: source })}
        onBind={() => go(`/configureManage/templateBind?bound=no`)}
        onDeleted={() => {
          setSide(null)
          done(t.deleted({ name: source.middleware_name }))
          list.reload()
        }}
        onClose={() => setSide(null)}
      />
    )
  }

  return (
    <div className="sources">
      <ListScreen
        list={list}
        words={{
          title: detail ? t.titleOf({ name: detail.module_name }) : t.title,
          counted: t.counted,
          empty: t.empty,
          emptyWhy: t.emptyWhy,
        }}
        icon="gauge"
        label={t.title}
        columns={columns}
        create={create}
        actions={
          holds('P41000') && (
            <Button icon="chevron-left" onPress={() => go(`/configureManage/devTemplate?template=${template_id}`)}>
              {t.toTemplate}
            </Button>
          )
        }
        side={panel()}
        openId={side?.kind === 'values' ? String(side.source.middleware_id) : null}
        onRowOpen={(source) => show({ kind: 'values', source })}
      />
      {dialog}
      <Toasts {...toasts} />
    </div>
  )
}
