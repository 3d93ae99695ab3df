import { ApiError } from '../../../../core/contract/api-error.ts'
import { words } from '../../../../core/text/words.ts'
import { useSheet, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import type { IconName } from '../../../kit/icons.ts'
import type { CallFailure } from '../../../parts/use-call.ts'
import { useMessage } from '../../../parts/use-message.ts'
import { text } from './text.ts'
import sheet from './view.css?sheet'

interface ViewNoteProps {
  icon: IconName
  title: string
  explanation?: string
  onRetry?: () => void
  isAlert?: boolean
}

/** In the place of what a view would show; in a small box it is the title alone. */
export function ViewNote({ icon, title, explanation, onRetry, isAlert = false }: ViewNoteProps) {
  useSheet(sheet)
  const { retry } = useText(words)
  return (
    <div className="view-note" role={isAlert ? 'alert' : 'status'}>
      <Icon name={icon} size={20} />
      <p className="view-note-title">{title}</p>
      {explanation && <p className="view-note-text">{explanation}</p>}
      {onRetry && (
        <Button look="plain" icon="refresh" onPress={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  )
}

/** A refused or failed call. One control's failure is not the screen's: the element's state stays as it is. */
export function ViewFailure({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  const t = useText(text)
  const isRefused = failure instanceof ApiError
  const message = useMessage(isRefused ? failure.code : null)
  return (
    <ViewNote
      icon={isRefused ? 'warning' : 'wifi-off'}
      title={isRefused ? message || t.refused : t.unreachable}
      onRetry={onRetry}
      isAlert
    />
  )
}

/** Bars where content will be; sized to the box. */
export function ViewWaiting() {
  useSheet(sheet)
  const { loading } = useText(words)
  return (
    <div className="view-waiting" role="status" aria-label={loading}>
      <span />
      <span />
      <span />
    </div>
  )
}

/** Where no point is chosen in these rows, or all of them are of the device that the screen is opened for, and it is for none. */
export function NoPoints({ rows }: { rows: readonly { readonly point: string }[] }) {
  const t = useText(text)
  if (rows.some(({ point }) => point.trim() !== '')) return <NoDevice />
  return <ViewNote icon="chart" title={t.noPoints} explanation={t.noPointsWhy} />
}

/** Where the screen is opened for no device, and the control names none. */
export function NoDevice() {
  const t = useText(text)
  return <ViewNote icon="device" title={t.noDevice} explanation={t.noDeviceWhy} />
}
