import { useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { GroupPicker } from './GroupPicker.tsx'
import type { NamedTree } from './group.ts'
import sheet from './group-dialog.css?sheet'
import { text } from './text.ts'

interface MoveDialogProps {
  title: string
  /** The field that names the place. */
  label: string
  /** What comes of it. */
  explanation: string
  tree: NamedTree
  /** Where it is; undefined for several things. */
  first?: number | null
  /** The words of the place that is no group; null where it is none. */
  noneLabel: string | null
  placeholder?: string
  /** False for a place that it may not be moved to. */
  mayMoveTo?: (id: number | null) => boolean
  isOpen: boolean
  isPending?: boolean
  failure?: string | null
  onMove: (id: number | null) => void
  onClose: () => void
}

/** Asks where something goes in a tree of groups. */
export function MoveDialog(props: MoveDialogProps) {
  const { tree, first, mayMoveTo = () => true, failure = null, onMove, onClose } = props
  const t = useText(text)
  const { cancel } = useText(words)
  useSheet(sheet)
  const [chosen, setChosen] = useState(first)
  return (
    <Dialog
      title={props.title}
      isOpen={props.isOpen}
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            look="primary"
            isPending={props.isPending}
            isDisabled={chosen === undefined || !mayMoveTo(chosen)}
            onPress={() => chosen !== undefined && onMove(chosen)}
          >
            {t.move}
          </Button>
        </>
      }
    >
      <div className="group-dialog">
        <GroupPicker
          label={props.label}
          tree={tree}
          value={chosen}
          onChange={setChosen}
          noneLabel={props.noneLabel}
          placeholder={props.placeholder}
          mayChoose={(id) => id === first || mayMoveTo(id)}
        />
        <p className="group-dialog-quiet">{props.explanation}</p>
        {failure !== null && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  )
}
