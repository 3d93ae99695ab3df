import { useState } from 'react'
import type { Template } from '../../../core/contract/template.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import type { Sort } from '../../kit/table/columns.ts'
import { Table } from '../../kit/table/Table.tsx'
import { useKeptChoice } from '../../kit/use-kept-choice.ts'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ListPages } from '../../parts/list/ListPages.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePagingOf, useTurnBack } from '../../parts/use-paging.ts'
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
  const { groups, reloadGroups, done } = useTemplates()
  const mayEdit = useRights()('P41000')
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const [looks, setLooks] = useKeptChoice('templates', ['cards', 'table'] as const, 'cards')
  const [sort, setSort] = useState<Sort | null>(null)
  const [side, setSide] = useState<Side>(null)
  const { setUnsaved, leave, dialog } = useUnsaved()
  const called = useCall(api.template.list, {
    page: paging.page,
    page_size: paging.page_size,
    ...queryOf(view),
    ...(sort && { sort: `${sort.isDescending ? '-' : ''}${sort.id}` }),
  })
  const { data, last, failure, reload } = called
  const shown = data ?? last
  // Other rows begin at their first page.
  const filter = (part: Partial<TemplatesFilter>) => change({ page: null, ...part })
  const chips = useTemplateChips({ view, change: filter, groups })
  const isEmpty = shown?.total === 0 && chips.length === 0
  const show = (next: Side) => leave(() => setSide(next))
  const open = ({ template_id }: Template) => leave(() => change({ template: template_id, tab: '' }))
  const actions = useTemplateActions({
    onChanged: () => {
      reload()
      reloadGroups()
    },
    onEdit: (editing) => show({ editing }),
    onOpen: open,
  })

  useTurnBack(called, paging)

  const create = mayEdit && (
    <Button look="primary" icon="plus" onPress={() => show({ editing: null })}>
      {t.create}
    </Button>
  )

  const list = () => {
    if (!shown) return failure ? <Failure failure={failure} onRetry={reload} /> : <Waiting />
    if (isEmpty)
      return (
        <EmptyElement
          icon="tiles"
          title={t.empty}
          explanation={mayEdit ? t.emptyWhy : `${t.emptyWhy} ${t.emptyToRead}`}
          action={create}
        />
      )
    if (shown.total === 0)
      return (
        <EmptyElement
          icon="search"
          title={t.noMatch}
          explanation={t.noMatchWhy}
          action={<Button onPress={() => filter(NO_FILTER)}>{t.clearFilters}</Button>}
        />
      )
    if (looks === 'cards') return <TemplateCards rows={shown.rows} actions={actions} open={open} />
    return (
      <Table
        label={t.title}
        columns={columnsOf(t, format, actions)}
        rows={shown.rows}
        rowId={({ template_id }) => String(template_id)}
        isLoading={called.isLoading}
        onRowOpen={open}
        sort={sort}
        onSortChange={setSort}
      />
    )
  }

  return (
    <>
      <ListPage
        title={t.title}
        count={shown && !isEmpty ? t.counted({ count: shown.total }) : undefined}
        actions={
          !isEmpty && (
            <>
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
              {create}
            </>
          )
        }
        filters={!isEmpty && <TemplateFilters view={view} change={filter} groups={groups} />}
        chips={chips}
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
                reloadGroups()
                if (side.editing) reload()
                else change({ template: template_id, tab: '' })
              }}
            />
          )
        }
        isStale={called.isLoading && data === null && last !== null}
        pagination={<ListPages paging={paging} total={shown?.total} />}
      >
        <StaleNote called={called} />
        {list()}
      </ListPage>
      {actions.dialogs}
      {dialog}
    </>
  )
}

function Waiting() {
  return (
    <>
      <LoadingState />
      <Skeleton rows={8} />
    </>
  )
}
