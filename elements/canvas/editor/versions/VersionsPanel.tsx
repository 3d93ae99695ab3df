import { useEffect, useState } from 'react'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import type { ScreenVersion } from '../../../../core/contract/screen.ts'
import { useFormat, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Checkbox } from '../../../kit/Checkbox.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { MoreMenu } from '../../../kit/MoreMenu.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { TextField } from '../../../kit/TextField.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { useCall } from '../../../parts/use-call.ts'
import { useNoun } from '../drawn/noun.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import { CompareDialog, type Compared } from './CompareDialog.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { text } from './text.ts'
import { VersionPicture } from './VersionPicture.tsx'
import { VersionPreview } from './VersionPreview.tsx'

type VersionsDialog =
  | { readonly is: 'preview' | 'restore'; readonly version: ScreenVersion }
  | { readonly is: 'compare'; readonly from: Compared; readonly to: Compared }

/** The stored states of what is drawn: what each was, what is different, and the way back to it. */
export default function VersionsPanel() {
  usePanelSheets()
  const t = useText(text)
  const { calls, drawn, isReadOnly } = useEditor()
  const noun = useNoun(drawn)
  const { id, revision } = drawn
  const listed = useCall(calls.versions, { id })
  const { reload } = listed
  // Each save is another one of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision changes with a save
  useEffect(() => reload(), [revision, reload])
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [dialog, setDialog] = useState<VersionsDialog | null>(null)
  const versions = listed.data
  const toggle = (version_id: number, isOn: boolean) =>
    setChosen((before) => (isOn ? [...before, version_id].slice(-2) : before.filter((one) => one !== version_id)))
  const two = (versions ?? []).filter(({ version_id }) => chosen.includes(version_id))
  const close = () => setDialog(null)
  return (
    <div className="panel">
      {!isReadOnly && <KeepForm />}
      {!versions && listed.failure && <Failure failure={listed.failure} onRetry={reload} />}
      {!versions && !listed.failure && <Skeleton rows={6} />}
      {versions?.length === 0 && <EmptyState icon="clock" title={t.none} explanation={t.noneWhy({ noun })} />}
      {versions && versions.length > 1 && (
        <div className="versions-bar">
          {two.length === 2 ? (
            <Button onPress={() => two[0] && two[1] && setDialog({ is: 'compare', from: two[1], to: two[0] })}>
              {t.compareChosen}
            </Button>
          ) : (
            <span className="prop-help">{t.chosen}</span>
          )}
        </div>
      )}
      <ul className="versions" aria-label={t.list}>
        {versions?.map((version, at) => (
          <Row
            key={version.version_id}
            version={version}
            before={versions[at + 1]}
            isNewest={at === 0}
            isChosen={chosen.includes(version.version_id)}
            onChoose={(isOn) => toggle(version.version_id, isOn)}
            onOpen={setDialog}
          />
        ))}
      </ul>
      {dialog?.is === 'preview' && <VersionPreview version={dialog.version} onClose={close} />}
      {dialog?.is === 'compare' && <CompareDialog from={dialog.from} to={dialog.to} onClose={close} />}
      {dialog?.is === 'restore' && <RestoreDialog version={dialog.version} onClose={close} />}
    </div>
  )
}

function KeepForm() {
  const t = useText(text)
  const { save } = useEditor()
  const [note, setNote] = useState('')
  const [isPending, setPending] = useState(false)
  async function keep() {
    setPending(true)
    const isKept = await save(note.trim())
    setPending(false)
    if (isKept) setNote('')
  }
  return (
    <form
      className="versions-keep"
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <TextField
        label={t.note}
        isLabelHidden
        placeholder={t.notePlaceholder}
        maxLength={LIMITS.description}
        value={note}
        onChange={setNote}
      />
      <Button type="submit" isPending={isPending}>
        {t.keep}
      </Button>
    </form>
  )
}

interface RowProps {
  version: ScreenVersion
  before: ScreenVersion | undefined
  /** Several versions may hold one revision: the newest of them says that it is current. */
  isNewest: boolean
  isChosen: boolean
  onChoose: (isOn: boolean) => void
  onOpen: (dialog: VersionsDialog) => void
}

function Row({ version, before, isNewest, isChosen, onChoose, onOpen }: RowProps) {
  const t = useText(text)
  const format = useFormat()
  const { drawn, isReadOnly } = useEditor()
  const noun = useNoun(drawn)
  const isSaved = useEditorState((state) => state.isSaved)
  const { revision, kind, note, user_name, created_time } = version
  const isCurrent = revision === drawn.revision
  return (
    <li className="version">
      <Checkbox label={t.choose({ count: revision })} isSelected={isChosen} onChange={onChoose} />
      <VersionPicture version={version} />
      <div className="version-words">
        <strong>
          {t.revision({ count: revision })}
          {isCurrent && isNewest && isSaved && <small>{t.current}</small>}
        </strong>
        <span data-kind={kind}>{t[kind]}</span>
        {note !== '' && <span>{note}</span>}
        <small>{t.by({ name: user_name, time: format.dateTime(created_time) })}</small>
      </div>
      <MoreMenu
        label={t.actions({ count: revision })}
        entries={[
          { id: 'preview', label: t.preview, icon: 'eye', onAction: () => onOpen({ is: 'preview', version }) },
          {
            id: 'now',
            label: t.compareNow({ noun }),
            isDisabled: isCurrent && isSaved,
            onAction: () => onOpen({ is: 'compare', from: version, to: 'now' }),
          },
          ...(before
            ? [
                {
                  id: 'before',
                  label: t.compareBefore,
                  onAction: () => onOpen({ is: 'compare', from: before, to: version }),
                },
              ]
            : []),
          ...(isReadOnly || (isCurrent && isSaved)
            ? []
            : ([
                'line',
                {
                  id: 'restore',
                  label: t.restore,
                  icon: 'undo',
                  onAction: () => onOpen({ is: 'restore', version }),
                },
              ] as const)),
        ]}
      />
    </li>
  )
}
