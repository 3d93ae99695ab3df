import { useState } from 'react'
import { writeDocument } from '../../../../core/canvas/write-document.ts'
import { attempt } from '../../../../core/stores/attempt.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { Menu } from '../../../kit/Menu.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { useEditor } from '../editor-context.ts'
import { text } from './text.ts'

const SCALES = [1, 2, 3, 4] as const

/** What is drawn as a file to be imported elsewhere, or as a picture of what is drawn now. */
export default function ExportMenu() {
  const t = useText(text)
  const { api, toasts } = useConnection()
  const { editor, drawn, look, save, isReadOnly } = useEditor()
  const [isPending, setPending] = useState(false)
  const name = drawn.name.replaceAll(/[\\/:*?"<>|]/g, '_')

  async function exportFile() {
    if (drawn.is === 'dashboard') {
      const content = new TextEncoder().encode(JSON.stringify(writeDocument(editor.state().whole), null, 2))
      return saveFile({ name: `${name}.json`, mime: 'application/json', content })
    }
    // The server has the file made of what it stores.
    if (!isReadOnly && !editor.state().isSaved && !(await save())) {
      const [zh, en] = text.rows.notSaved
      toasts.show('warning', { zh, en })
    }
    const file = await attempt(api.screen.exported({ screen_id: drawn.id }, { raisesToast: true }))
    if (file) saveFile(file)
  }
  async function exportPng(scale: number) {
    const { canvasOf, picturesCame, pngOf } = await import('./pictures.ts')
    const { whole } = editor.state()
    await picturesCame(whole, look)
    const canvas = canvasOf(whole, look, scale)
    const content = await pngOf(canvas)
    if (!content) return failed()
    if (canvas.width < Math.round(whole.width * scale) - 1) {
      const [zh, en] = text.rows.tooLarge
      const size = (said: string) =>
        said.replace('{{width}}', String(canvas.width)).replace('{{height}}', String(canvas.height))
      toasts.show('info', { zh: size(zh), en: size(en) })
    }
    saveFile({ name: `${name}.png`, mime: 'image/png', content })
  }
  async function exportSvg() {
    const [{ picturesCame }, { svgOf }] = await Promise.all([import('./pictures.ts'), import('./svg-picture.ts')])
    const { whole } = editor.state()
    await picturesCame(whole, look)
    const measuring = document.createElement('canvas').getContext('2d')
    if (!measuring) return failed()
    const content = new TextEncoder().encode(svgOf(whole, look, measuring))
    saveFile({ name: `${name}.svg`, mime: 'image/svg+xml', content })
  }
  function failed() {
    const [zh, en] = text.rows.failed
    toasts.show('error', { zh, en })
  }
  const run = (work: () => Promise<void>) => () => {
    if (isPending) return
    setPending(true)
    work().finally(() => setPending(false))
  }
  return (
    <Menu
      label={t.export}
      entries={[
        {
          id: 'file',
          label: drawn.is === 'dashboard' ? t.dashboardFile : t.file,
          icon: 'download',
          onAction: run(exportFile),
        },
        'line',
        ...SCALES.map((scale) => ({
          id: `png${scale}`,
          label: t.png({ scale }),
          onAction: run(() => exportPng(scale)),
        })),
        { id: 'svg', label: t.svg, onAction: run(exportSvg) },
      ]}
    >
      <IconButton icon="download" label={t.export} />
    </Menu>
  )
}
