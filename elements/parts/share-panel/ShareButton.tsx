import { useState } from 'react'
import { lazyPart, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import type { SharedContent } from './ShareLinks.tsx'
import { text } from './text.ts'

const ShareLinks = lazyPart(() => import('./ShareLinks.tsx').then((chunk) => chunk.ShareLinks))

/** Opens the links of a screen or dashboard. */
export function ShareButton(content: SharedContent) {
  const t = useText(text)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon="send" label={t.share} onPress={() => setOpen(true)} />
      <Dialog title={t.shareTitle({ name: content.name })} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ShareLinks {...content} />
      </Dialog>
    </>
  )
}
