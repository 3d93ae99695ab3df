import { useState } from 'react'
import type { Template } from '../../../core/contract/template.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { useKeptChoice } from '../../kit/use-kept-choice.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import type { TemplatesFilter, TemplatesView } from './api.ts'
import { columnsOf } from './columns.tsx'
import { TemplateCards } from './TemplateCards.tsx'
import { NO_FILTER, queryOf, TemplateFilters, useTemplateChips } from './TemplateFilters.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { useTemplates } from './templates-context.ts'
import { text } from './text.ts'
import { useTemplateActions } from './use-template-actions.tsx'

interface TemplateListProps {
  view: TemplatesView
  change: (part: Partial<TemplatesView>) => void
}

/** A form beside the list: of a new template, or of one's details. */
type Side = { editing: Template | null } | null

export function TemplateList({ view, change }: TemplateListProps) {
  const t = useText(text)
  const format = useFormat()
  const { api } = useConnection()
  const { groups, done } = useTemplates()
  const mayEdit = useRights()('P41000')
  const [looks, setLooks] = useKeptChoice('templates', ['cards', 'table'] as const, 'cards')
  const [side, setSide] = useState<Side>(null)
  const { setUnsaved, leave, dialog } = useUnsaved()
  const list = useList(api.template.list, queryOf(view), {
    rowId: ({ template_id }) => String(template_id),
    view: { page: view.page },
    change,
  })
  const { reload } = list
  // Other rows begin at their first page.
  const filter = (part: Partial<TemplatesFilter>) => change({ page: null, ...part })
  const chips = useTemplateChips({ view, change: filter, groups })
  const show = (next: Side) => leave(() => setSide(next))
  const open = ({ template_id }: Template) => leave(() => change({ template: template_id, tab: '' }))
  const actions = useTemplateActions({
    onChanged: reload,
    onEdit: (editing) => show({ editing }),
    onOpen: open,
  })

  const create = mayEdit && (
    <Button look="primary" icon="plus" onPress={() => show({ editing: null })}>
      {t.create}
    </Button>
  )

  return (
    <>
      <ListScreen
        list={list}
        words={{
          title: t.title,
          counted: t.counted,
          empty: t.empty,
          emptyWhy: mayEdit ? t.emptyWhy : `${t.emptyWhy} ${t.emptyToRead}`,
        }}
        icon="tiles"
        columns={columnsOf(t, format, actions)}
        create={create}
        actions={
          list.total > 0 && (
            <fieldset className="template-looks">
              <IconButton
                icon="tiles"
                label={t.asCards}
                isPressed={looks === 'cards'}
                onPress={() => setLooks('cards')}
              />
              <IconButton
                icon="table"
                label={t.asTable}
                isPressed={looks === 'table'}
                onPress={() => setLooks('table')}
              />
            </fieldset>
          )
        }
        search={{ label: t.search, value: view.search, onChange: (search) => filter({ search }) }}
        filters={<TemplateFilters view={view} change={filter} groups={groups} />}
        chips={chips}
        onClear={() => filter(NO_FILTER)}
        onRowOpen={open}
        side={
          side && (
            <TemplateForm
              key={side.editing?.template_id ?? 'new'}
              editing={side.editing}
              onUnsaved={setUnsaved}
              onClose={() => show(null)}
              onDone={(template_id, name) => {
                setUnsaved(false)
                setSide(null)
                done(side.editing ? t.saved({ name }) : t.made({ name }))
                if (side.editing) reload()
                else change({ template: template_id, tab: '' })
              }}
            />
          )
        }
      >
        {looks === 'cards' && ((rows) => <TemplateCards rows={rows} actions={actions} open={open} />)}
      </ListScreen>
      {actions.dialogs}
      {dialog}
    </>
  )
}
