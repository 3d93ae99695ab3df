import { useEffect, useRef } from 'react'
import { words } from '../../../core/text/words.ts'
import { useConnection, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import layout from '../../kit/layout.css?sheet'
import { Select } from '../../kit/Select.tsx'
import { useKeptChoice } from '../../kit/use-kept-choice.ts'
import { devicePath } from '../neighbours/paths.ts'
import looks from './label.css?sheet'
import {
  LABEL_SIZE_NAMES,
  LABEL_SIZES,
  LABELS_MOST,
  type Label,
  type LabelSize,
  labelNode,
  printLabels,
} from './label-sheet.ts'
import sheet from './labels.css?sheet'
import { text } from './text.ts'

interface LabelsDialogProps {
  devices: readonly { sn_code: string; dev_alias: string }[]
  isOpen: boolean
  onClose: () => void
}

const CONTENTS = ['link', 'sn'] as const
type Content = (typeof CONTENTS)[number]

const looksText = [...looks.cssRules].map(({ cssText }) => cssText).join('\n')

/** Asks for the size of labels and what their codes hold, and prints one for each device. */
export function LabelsDialog({ devices, isOpen, onClose }: LabelsDialogProps) {
  useSheet(layout)
  useSheet(sheet)
  useSheet(looks)
  const t = useText(text)
  const { cancel } = useText(words)
  const format = useFormat()
  const { baseUrl } = useConnection()
  const [size, setSize] = useKeptChoice<LabelSize>('label-size', LABEL_SIZE_NAMES, '60x40')
  const [content, setContent] = useKeptChoice<Content>('label-content', CONTENTS, 'link')
  const count = devices.length
  const labels = devices.slice(0, LABELS_MOST).map(({ sn_code, dev_alias }) => ({
    sn_code,
    dev_alias,
    content: content === 'sn' ? sn_code : new URL(`console${devicePath(sn_code)}`, baseUrl).href,
  }))
  const [first] = labels
  const title = t.title({ count })
  const sizeLabel = (id: LabelSize) => {
    const { width, height, columns, rows } = LABEL_SIZES[id]
    return columns === null ? t.roll({ width, height }) : t.sheet({ width, height, count: columns * rows })
  }
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            look="primary"
            isDisabled={count > LABELS_MOST}
            onPress={() => printLabels(labels, size, looksText, title)}
          >
            {t.printNow}
          </Button>
        </>
      }
    >
      <div className="stack">
        {count > LABELS_MOST && (
          <p className="wrong" role="alert">
            {t.tooMany({ most: format.number(LABELS_MOST) })}
          </p>
        )}
        <Select
          label={t.size}
          options={LABEL_SIZE_NAMES.map((id) => ({ id, label: sizeLabel(id) }))}
          value={size}
          onChange={setSize}
        />
        <Select
          label={t.content}
          help={content === 'sn' ? t.snWhy : t.linkWhy}
          options={CONTENTS.map((id) => ({ id, label: t[id] }))}
          value={content}
          onChange={setContent}
        />
        {first && <Preview name={t.preview} label={first} size={size} />}
        <p className="hint">{t.paper}</p>
      </div>
    </Dialog>
  )
}

function Preview({ name, label, size }: { name: string; label: Label; size: LabelSize }) {
  const place = useRef<HTMLDivElement>(null)
  const { sn_code, dev_alias, content } = label
  useEffect(() => {
    place.current?.replaceChildren(labelNode(document, { sn_code, dev_alias, content }, size))
  }, [sn_code, dev_alias, content, size])
  return <div ref={place} className="labels-preview" role="img" aria-label={`${name}: ${dev_alias}, ${sn_code}`} />
}
