import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useText } from '../elements/define/index.ts'
import { ConfirmDialog } from '../elements/kit/Dialog.tsx'
import { $leavingFor, guardLeaving, leave } from './leaving.ts'
import { text } from './text.ts'

/** Asks whether a page with something unsaved is to be left. */
export function Leaving() {
  const t = useText(text)
  const isOpen = useStore($leavingFor) !== null
  useEffect(guardLeaving, [])
  return (
    <ConfirmDialog
      title={t.leaveTitle}
      explanation={t.leaveWhy}
      confirmLabel={t.leave}
      isDanger
      isOpen={isOpen}
      onConfirm={leave}
      onClose={() => $leavingFor.set(null)}
    />
  )
}
