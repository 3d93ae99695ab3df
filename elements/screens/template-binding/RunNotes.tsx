import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ProgressBar } from '../../kit/ProgressBar.tsx'
import { RefusedNote } from '../../parts/list/RefusedNote.tsx'
import { text } from './text.ts'
import { type BoundDevice, nameOf, type Outcomes, type Running } from './use-binding.ts'

/** How far it is, and the way to stop it. */
export function Progress({ running, onStop }: { running: Running; onStop: () => void }) {
  const t = useText(text)
  const { done, total } = running
  const said = t[`running_${running.change}`]({ done, total })
  return (
    <div className="binding-progress">
      <span role="status">{said}</span>
      <ProgressBar value={done} max={total} label={said} />
      <Button onPress={onStop}>{t.stop}</Button>
    </div>
  )
}

interface NotDoneProps {
  outcomes: Outcomes
  onSelect: (devices: readonly BoundDevice[]) => void
  onClose: () => void
}

/** Above the list: which devices were left as they are or may have been, and why. */
export function NotDone({ outcomes: { refused, unknown, left, doneCount }, onSelect, onClose }: NotDoneProps) {
  const t = useText(text)
  const rest = [...refused.map(({ device }) => device), ...left]
  return (
    <RefusedNote onClose={onClose}>
      <div className="binding-not-done">
        <strong>
          {[
            refused.length > 0 && t.refused({ count: refused.length }),
            unknown.length > 0 && t.unknown({ count: unknown.length }),
            left.length > 0 && t.stopped({ count: left.length }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </strong>
        <ul>
          {[...refused, ...unknown].map(({ device, why }) => (
            <li key={device.sn_code}>{t.refusedOne({ name: nameOf(device), sn: device.sn_code, why })}</li>
          ))}
        </ul>
        {doneCount > 0 && <p className="binding-quiet">{t.alsoDone({ count: doneCount })}</p>}
        {rest.length > 1 && <Button onPress={() => onSelect(rest)}>{t.onlySelected}</Button>}
      </div>
    </RefusedNote>
  )
}
