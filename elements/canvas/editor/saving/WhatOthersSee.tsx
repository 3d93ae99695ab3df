import type { Dashboard } from '../../../../core/contract/dashboard.ts'
import { useConnection, useFormat, useText } from '../../../define/index.ts'
import { useCall } from '../../../parts/use-call.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { text } from './text.ts'

/** Whether those who watch the dashboard see what is drawn here, or what was saved before. */
export function WhatOthersSee({ dashboard }: { dashboard: Dashboard }) {
  const t = useText(text)
  const format = useFormat()
  const { clock } = useConnection()
  const { calls } = useEditor()
  const isSaved = useEditorState((state) => state.isSaved)
  const { dashboard_id, revision, shown_revision, changed_time } = dashboard
  const isShown = shown_revision === revision
  const { data } = useCall(calls.versions, isShown || shown_revision === null ? null : { id: dashboard_id })
  const shown = data?.find((version) => version.revision === shown_revision && version.kind !== 'autosave')
  const time = isShown ? changed_time : shown?.created_time
  const words =
    shown_revision === null
      ? t.draftOnly
      : isShown && isSaved
        ? t.shown
        : time === undefined
          ? t.draftNow
          : t.draft({
              time: format.date(time) === format.date(clock.now()) ? format.time(time) : format.dateTime(time),
            })
  return (
    <span className="others-see" title={words}>
      {words}
    </span>
  )
}
