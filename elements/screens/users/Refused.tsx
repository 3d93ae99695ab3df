import { useText } from '../../define/index.ts'
import { RefusedNote } from '../../parts/list/RefusedNote.tsx'
import { text } from './panel-text.ts'
import type { Refusals } from './use-user-changes.ts'

/** Above the list: which users were left as they are or may have been, and why. */
export function Refused({
  refusals: { change, isUnknown, users },
  onClose,
}: {
  refusals: Refusals
  onClose: () => void
}) {
  const t = useText(text)
  const said = isUnknown ? t.changeUnknown : t[`${change}Refused`]
  return (
    <RefusedNote onClose={onClose}>
      <strong>{said({ count: users.length })}</strong>
      <ul>
        {users.map(({ user_id, name, why }) => (
          <li key={user_id}>{t.refusedOne({ name, why })}</li>
        ))}
      </ul>
    </RefusedNote>
  )
}
