import { useState } from 'react'
import type { ShownScreen } from '../../../core/contract/screen.ts'
import { lazyPart, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { text } from './text.ts'

const ShareLinks = lazyPart(() => import('./ShareLinks.tsx').then((chunk) => chunk.ShareLinks))

interface ShareButtonProps {
  shown: ShownScreen
  sn_code: string
}

export function ShareButton({ shown, sn_code }: ShareButtonProps) {
  const t = useText(text)
  const [isOpen, setOpen] = useState(false)
  const { screen_id, screen_name } = shown.screen
  return (
    <>
      <IconButton icon="send" label={t.share} onPress={() => setOpen(true)} />
      <Dialog title={t.shareTitle({ name: screen_name })} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ShareLinks screen_id={screen_id} sn_code={sn_code} screen_name={screen_name} />
      </Dialog>
    </>
  )
}
