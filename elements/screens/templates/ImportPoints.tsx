import type { PointOfFile } from '../../../core/contract/template.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ImportFile } from '../../parts/import-file/ImportFile.tsx'
import { ExportMenu } from '../../parts/list/ExportMenu.tsx'
import { text } from './points-text.ts'

interface ImportPointsProps {
  template_id: number
  isOpen: boolean
  /** Of the rows that are there, to say what is replaced. */
  keys: readonly string[]
  onClose: () => void
  onTake: (points: readonly PointOfFile[], isReplacing: boolean) => void
}

/** Points of a file: added to the table, or in the place of all that it has. */
export function ImportPoints({ template_id, isOpen, keys, onClose, onTake }: ImportPointsProps) {
  const t = useText(text)
  const { api } = useConnection()
  return (
    <ImportFile<PointOfFile>
      title={t.importTitle}
      isOpen={isOpen}
      onClose={onClose}
      about={
        <>
          <p className="template-quiet">{t.columns}</p>
          <span>
            <ExportMenu label={t.sheet} save={(file) => api.template.exportPoints({ template_id, ...file })} />
          </span>
        </>
      }
      read={async (file) => {
        const { points, wrong } = await api.template.readPoints({ file })
        return { found: points, wrong }
      }}
      says={t.understood}
      saysNone={t.nothing}
      summary={(found) => {
        const over = found.filter(({ key }) => keys.includes(key)).length
        return (
          <>
            {keys.length > 0 && (
              <p className="template-quiet">
                {t.fresh({ count: found.length - over })} · {t.over({ count: over })}
              </p>
            )}
            <p className="template-quiet">{t.notYet}</p>
          </>
        )
      }}
      actions={(found) => (
        <>
          {keys.length > 0 && <Button onPress={() => onTake(found, true)}>{t.replaceAll}</Button>}
          <Button look="primary" onPress={() => onTake(found, false)}>
            {t.takeIn}
          </Button>
        </>
      )}
    />
  )
}
