import { useState } from 'react'
import { createEditor, type Editor } from '../../../core/canvas/editor.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { ScreenDocument } from '../../../core/contract/documents/screen.ts'
import { type Lang, translate } from '../../../core/text/define-text.ts'
import { useConnection } from '../../define/index.ts'
import { KINDS } from '../controls/kinds.ts'
import type { Drawn } from './drawn/drawn.ts'
import { text } from './text.ts'

/** Controls that a document holds at most. */
const MOST: Readonly<Record<Drawn['is'], number>> = {
  screen: LIMITS.controlsPerScreen,
  dashboard: LIMITS.dashboardComponents,
}

/** The editor of a document, made once, which says where there is no room for what somebody adds. */
export function useMadeEditor(document: ScreenDocument, is: Drawn['is']): { editor: Editor; sayFull: () => void } {
  const { toasts } = useConnection()
  const most = MOST[is]
  const sayFull = () => {
    const said = (lang: Lang) => translate(text, lang)[`full_${is}`]({ count: most })
    toasts.show('error', { zh: said('zh'), en: said('en') })
  }
  const [editor] = useState(() => createEditor({ document, kinds: KINDS, most, onFull: sayFull }))
  return { editor, sayFull }
}
