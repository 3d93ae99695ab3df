import type { ScreenVersion } from '../../../../core/contract/screen.ts'
import { useText } from '../../../define/index.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { PreviewDialog } from '../preview/Preview.tsx'
import { text } from './text.ts'
import { useVersion } from './use-version.ts'

/** A stored version as it would be seen. */
export function VersionPreview({ version, onClose }: { version: ScreenVersion; onClose: () => void }) {
  const t = useText(text)
  const { document, isRefused, failure, reload } = useVersion(version)
  const title = t.revision({ count: version.revision })
  if (document) return <PreviewDialog document={document} title={title} onClose={onClose} />
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {failure ? (
        <Failure failure={failure} onRetry={reload} />
      ) : isRefused ? (
        <p className="field-error">{t.unreadable}</p>
      ) : (
        <Skeleton rows={8} />
      )}
    </Dialog>
  )
}
