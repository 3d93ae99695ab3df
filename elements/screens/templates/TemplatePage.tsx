import { useState } from 'react'
import { lazyPart, useConnection, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { Failure } from '../../parts/Failure.tsx'
import type { Favourite } from '../../parts/FavouriteStar.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import type { TemplateTab } from './api.ts'
import { ItemsTab } from './ItemsTab.tsx'
import { PageHead } from './PageHead.tsx'
import { PointsTab } from './PointsTab.tsx'
import type { PartProps } from './part.ts'
import { ScreensTab } from './ScreensTab.tsx'
import { TemplateForm } from './TemplateForm.tsx'
import { useTemplates } from './templates-context.ts'
import { text } from './text.ts'
import { useTemplateActions } from './use-template-actions.tsx'
import { VideosTab } from './VideosTab.tsx'

/** With the form of a rule and the history that it is tried on. */
const RulesTab = lazyPart(() => import('./RulesTab.tsx').then((chunk) => chunk.RulesTab))

interface TemplatePageProps {
  template_id: number
  tab: TemplateTab
  favourite: Favourite | undefined
  onTab: (tab: TemplateTab) => void
  onBack: () => void
  onOpen: (template_id: number) => void
}

/** One template: a place of its own, since its points take the whole width. */
export function TemplatePage({ template_id, favourite, tab, onTab, onBack, onOpen }: TemplatePageProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { done } = useTemplates()
  const mayEdit = useRights()('P41000')
  const called = useCall(api.template.detail, { template_id })
  const { failure, reload, replace } = called
  const template = called.data ?? called.last
  const form = useUnsaved()
  const part = useUnsaved()
  // Both the form beside it and the part may hold what is not saved.
  const leave = (goOn: () => void) => form.leave(() => part.leave(goOn))
  const [isEditing, setEditing] = useState(false)
  const actions = useTemplateActions({
    onChanged: reload,
    onEdit: () => setEditing(true),
    onCopied: (id) => leave(() => onOpen(id)),
    onGone: () => {
      form.setUnsaved(false)
      part.setUnsaved(false)
      onBack()
    },
  })

  if (!template)
    return (
      <div className="template-page">
        <div className="template-head-line">
          <IconButton icon="chevron-left" label={t.back} onPress={onBack} />
        </div>
        {failure ? (
          <Failure failure={failure} onRetry={reload} />
        ) : (
          <>
            <LoadingState />
            <Skeleton rows={8} />
          </>
        )}
      </div>
    )

  const tabProps: PartProps = {
    template,
    mayEdit: mayEdit && template.may_edit,
    onUnsaved: part.setUnsaved,
    onSaved: replace,
    reload,
  }
  return (
    <div className="template-page-split">
      <div className="template-page">
        <PageHead template={template} favourite={favourite} actions={actions} onBack={() => leave(onBack)} />
        <StaleNote called={called} />
        <Tabs<TemplateTab>
          label={t.sections}
          selected={tab}
          onSelect={(next) =>
            next !== tab &&
            part.leave(() => {
              part.setUnsaved(false)
              onTab(next)
            })
          }
          tabs={[
            {
              id: 'points',
              label: t.points,
              count: template.points.length,
              content: () => <PointsTab {...tabProps} />,
            },
            {
              id: 'rules',
              label: t.rules,
              count: template.alarm_rules.length,
              content: () => <RulesTab {...tabProps} />,
            },
            {
              id: 'screens',
              label: t.screens,
              count: template.screen_count,
              content: () => <ScreensTab {...tabProps} />,
            },
            { id: 'items', label: t.items, count: template.items.length, content: () => <ItemsTab {...tabProps} /> },
            {
              id: 'videos',
              label: t.videos,
              count: template.videos.length,
              content: () => <VideosTab {...tabProps} />,
            },
          ]}
        />
      </div>
      {isEditing && (
        <TemplateForm
          editing={template}
          onUnsaved={form.setUnsaved}
          onClose={() => form.leave(() => setEditing(false))}
          onDone={(_, name) => {
            form.setUnsaved(false)
            setEditing(false)
            done(t.saved({ name }))
            reload()
          }}
        />
      )}
      {actions.dialogs}
      {form.dialog}
      {part.dialog}
    </div>
  )
}
