import type { ReactNode } from 'react'
import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import sheet from './refused-note.css?sheet'

/** Above a list: which of its rows were left as they are or may have been, and why. */
export function RefusedNote({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  useSheet(sheet)
  const { close } = useText(words)
  return (
    <div className="refused-note" role="alert">
      <Icon name="warning" />
      <div>{children}</div>
      <IconButton icon="close" label={close} onPress={onClose} />
    </div>
  )
}
