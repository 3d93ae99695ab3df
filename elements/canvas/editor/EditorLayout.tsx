import { type RefObject, useState } from 'react'
import type { ScreenLock } from '../../../core/contract/screen.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { useKept, useKeptChoice } from '../../kit/use-kept-choice.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { type DialogId, type PanelId, useEditor } from './editor-context.ts'
import { LayersPanel } from './layers/LayersPanel.tsx'
import { GalleryPanel } from './palette/GalleryPanel.tsx'
import { Palette } from './palette/Palette.tsx'
import { DIALOG_PARTS, PANEL_PARTS, PANELS, PointsPanel } from './panels.tsx'
import { keptWidth, SideHandle } from './SideHandle.tsx'
import type { SaveStatus } from './saving/saver.ts'
import { WhatOthersSee } from './saving/WhatOthersSee.tsx'
import { ScreenTabs } from './screens/ScreenTabs.tsx'
import { Stage, type StageHandle } from './stage/Stage.tsx'
import { text } from './text.ts'
import { FindBox } from './toolbar/FindBox.tsx'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { ZoomBar } from './toolbar/ZoomBar.tsx'

interface EditorLayoutProps {
  stage: RefObject<StageHandle | null>
  isNarrow: boolean
  status: SaveStatus
  present: readonly ScreenLock[]
  dialog: DialogId | null
  onDialogClose: () => void
  isFinding: boolean
  onFind: (isFinding: boolean) => void
  onSave: () => void
  onClose: () => boolean
}

/** Where everything stands: tools above, what can be drawn on the left, what it is on the right, screens below. */
export function EditorLayout(props: EditorLayoutProps) {
  const { stage, isNarrow, dialog, onDialogClose, isFinding, onFind } = props
  const [sheet, setSheet] = useState<'left' | 'right' | null>(null)
  const [kept, keepWidth] = useKept('canvas-side')
  const width = keptWidth(kept)
  const t = useText(text)
  const { drawn } = useEditor()
  const Shown = dialog && DIALOG_PARTS[dialog]
  return (
    <>
      <Toolbar
        isNarrow={isNarrow}
        status={props.status}
        present={props.present}
        onSave={props.onSave}
        onFind={() => onFind(!isFinding)}
        onClose={props.onClose}
      />
      {!isNarrow && (
        <div className="editor-side editor-side-left">
          <LeftTabs stage={stage} />
        </div>
      )}
      <div className="editor-middle">
        <Stage ref={stage} />
        {isFinding && (
          <FindBox
            onClose={() => {
              onFind(false)
              stage.current?.focus()
            }}
          />
        )}
      </div>
      {!isNarrow && (
        <div
          className="editor-side editor-side-right"
          style={width === null ? undefined : { inlineSize: `${width}px` }}
        >
          <SideHandle onWidth={(px) => keepWidth(px === null ? '' : String(px))} />
          <RightTabs />
        </div>
      )}
      <footer className="editor-foot">
        {drawn.is === 'screen' ? (
          <ScreenTabs screen={drawn.screen} isNarrow={isNarrow} />
        ) : (
          <WhatOthersSee dashboard={drawn.dashboard} />
        )}
        {isNarrow && (
          <>
            <Button onPress={() => setSheet('left')}>{t.layers}</Button>
            <Button onPress={() => setSheet('right')}>{t.properties}</Button>
          </>
        )}
        <ZoomBar />
      </footer>
      {isNarrow && sheet !== null && (
        <div className="editor-sheet">
          <SidePanel title={sheet === 'left' ? t.layers : t.properties} onClose={() => setSheet(null)}>
            {sheet === 'left' ? <LayersPanel /> : <RightTabs />}
          </SidePanel>
        </div>
      )}
      {Shown && <Shown onClose={onDialogClose} />}
    </>
  )
}

type LeftId = 'insert' | 'gallery' | 'points' | 'layers'
const LEFT: readonly LeftId[] = ['insert', 'gallery', 'points', 'layers']

function LeftTabs({ stage }: { stage: RefObject<StageHandle | null> }) {
  const t = useText(text)
  const { isReadOnly } = useEditor()
  const [chosen, choose] = useKeptChoice<LeftId>('canvas-left', LEFT, 'insert')
  const focus = () => stage.current?.focus()
  const content = {
    insert: () => <Palette onChosen={focus} />,
    gallery: () => <GalleryPanel onChosen={focus} />,
    points: () => <PointsPanel />,
    layers: () => <LayersPanel />,
  }
  const offered = isReadOnly ? (['layers'] as const) : LEFT
  return (
    <Tabs<LeftId>
      label={t.leftSide}
      tabs={offered.map((id) => ({ id, label: t[id], content: content[id] }))}
      selected={offered.some((id) => id === chosen) ? chosen : 'layers'}
      onSelect={choose}
    />
  )
}

function RightTabs() {
  const t = useText(text)
  const { drawn, panel, openPanel } = useEditor()
  return (
    <Tabs<PanelId>
      label={t.rightSide}
      tabs={PANELS[drawn.is].map((id) => {
        const Part = PANEL_PARTS[id]
        return { id, label: t[id], content: () => <Part /> }
      })}
      selected={panel}
      onSelect={(id) => openPanel(id)}
    />
  )
}
