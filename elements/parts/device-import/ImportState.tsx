import { useEffect, useRef } from 'react'
import type { DeviceImport } from '../../../core/contract/device-import.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ExportMenu } from '../list/ExportMenu.tsx'
import { text } from './text.ts'

interface ImportStateProps {
  one: DeviceImport
  /** Opens the passwords that the server made; null where it is not known any more. */
  result_key: string | null
  /** The server made passwords for it. */
  hasMade: boolean
  reload: () => void
  /** Devices may have come meanwhile. */
  onChanged: () => void
}

const ASKED_MS = 1500

/** How far an import is; what came of it, and the file with what became of each row. */
export function ImportState({ one, result_key, hasMade, reload, onChanged }: ImportStateProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { import_id, state, done, rows } = one
  const isRunning = state === 'running'
  const changed = useRef(onChanged)
  changed.current = onChanged
  useEffect(() => {
    if (!isRunning) return changed.current()
    const timer = setInterval(reload, ASKED_MS)
    return () => clearInterval(timer)
  }, [isRunning, reload])
  const progress = t.progress({ done, rows })
  return (
    <>
      <div role="status" className="import-file-state">
        <p className="import-file-sum">{isRunning ? progress : t[state]}</p>
        <p>{t.outcome({ ...one, name: one.file_name })}</p>
        {isRunning && <p className="import-file-quiet">{t.running}</p>}
      </div>
      {isRunning && <progress className="device-import-progress" aria-label={progress} value={done} max={rows} />}
      {!isRunning && result_key !== null && hasMade && one.created > 0 && (
        <p className="import-file-quiet">{t.keepResult}</p>
      )}
      <p className="row">
        {isRunning ? (
          <Button
            icon="close"
            onPress={() => void api.deviceImport.cancel({ import_id }, { raisesToast: true }).then(reload, reload)}
          >
            {t.stop}
          </Button>
        ) : (
          <ExportMenu
            label={t.result}
            save={(file) => api.deviceImport.result({ import_id, ...file, ...(result_key !== null && { result_key }) })}
          />
        )}
      </p>
    </>
  )
}
