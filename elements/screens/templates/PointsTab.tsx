import { useEffect, useRef, useState } from 'react'
import { DEVICE_READERS } from '../../../core/catalogue/readers.ts'
import { lazyPart, useConnection, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { ExportMenu } from '../../parts/list/ExportMenu.tsx'
import { PointTable, type PointTableHandle } from '../../parts/point-table/PointTable.tsx'
import { pasted } from '../../parts/point-table/paste.ts'
import { emptyRow, merged, moved, replaced } from '../../parts/point-table/point-rows.ts'
import { text as tableText } from '../../parts/point-table/text.ts'
import { useRights } from '../../parts/use-rights.ts'
import { ImportPoints } from './ImportPoints.tsx'
import { PointList } from './PointList.tsx'
import type { PartProps } from './part.ts'
import { text } from './points-text.ts'
import { SaveBar } from './SaveBar.tsx'
import { useTemplates } from './templates-context.ts'
import { type Problem, usePointsDraft } from './use-points-draft.ts'

const FromDevice = lazyPart(() => import('./FromDevice.tsx').then((chunk) => chunk.FromDevice), null)

const MOST = 1000
const SHOWN_PROBLEMS = 5
const NONE: ReadonlySet<number> = new Set()

export function PointsTab(props: PartProps) {
  const { template, mayEdit } = props
  const t = useText(text)
  if (!mayEdit)
    return (
      <div className="template-part">
        <div className="template-bar">
          <span className="template-actions">
            <ExportPoints template={template} />
          </span>
        </div>
        {template.points.length === 0 ? (
          <EmptyState icon="table" title={t.empty} explanation={t.emptyToRead} />
        ) : (
          <PointList points={template.points} items={template.items} />
        )}
      </div>
    )
  return <EditablePoints {...props} />
}

function EditablePoints(props: PartProps) {
  const { template } = props
  const t = useText(text)
  const { done } = useTemplates()
  const [selected, setSelected] = useState(NONE)
  const draft = usePointsDraft({
    ...props,
    onSaved(saved) {
      props.onSaved(saved)
      setSelected(NONE)
      done(saved.device_count > 0 ? t.savedBound({ count: saved.device_count }) : t.saved)
    },
  })
  const { rows, setRows, problems, isUnsaved } = draft
  const importing = useDialog<null>()
  const taking = useDialog<null>()
  const table = useRef<PointTableHandle>(null)
  const chosen = rows.filter(({ id }) => selected.has(id))
  const keys = new Set(rows.map(({ key }) => key.trim()))
  const lost = template.alarm_rules.filter(({ key }) => !keys.has(key)).length
  const isFull = rows.length >= MOST
  const hasButtons = isUnsaved || draft.formWrong !== ''
  const part = useFocusWithout(hasButtons)
  const isShorter = template.device_count > 0 && template.points.some(({ key }) => !keys.has(key))

  function add() {
    const fresh = emptyRow()
    setRows((before) => [...before, fresh])
    requestAnimationFrame(() => table.current?.focus(rows.length, 'key'))
  }
  function remove() {
    setRows(rows.filter(({ id }) => !selected.has(id)))
    setSelected(NONE)
    done(t.removed({ count: chosen.length }), () => setRows(rows))
  }

  const addButton = (
    <Button icon="plus" onPress={add} isDisabled={isFull}>
      {t.add}
    </Button>
  )
  const importButton = (
    <Button icon="upload" onPress={() => importing.open(null)}>
      {t.import}
    </Button>
  )
  const takeButton = DEVICE_READERS.some(useRights()) && (
    <Button icon="device" onPress={() => taking.open(null)} isDisabled={isFull}>
      {t.fromDevice}
    </Button>
  )
  const firstActs = (
    <>
      <Button look="primary" icon="plus" onPress={add}>
        {t.add}
      </Button>
      {takeButton}
      {importButton}
    </>
  )
  return (
    <div className="template-part" ref={part} tabIndex={-1}>
      <div className="template-bar">
        {chosen.length > 0 ? (
          <ChosenPoints
            count={chosen.length}
            onMove={(by) => setRows((before) => moved(before, selected, by))}
            onRemove={remove}
          />
        ) : (
          rows.length > 0 && (
            <>
              {addButton}
              {isFull && <span className="template-quiet">{t.full}</span>}
              <span className="template-quiet template-hint">{t.hint}</span>
            </>
          )
        )}
        {rows.length > 0 && (
          <span className="template-actions">
            {takeButton}
            {importButton}
            <ExportPoints template={template} />
          </span>
        )}
      </div>
      {rows.length === 0 ? (
        <div
          className="template-empty"
          onPaste={(event) => {
            setRows(pasted([], { row: 0, column: 'key' }, event.clipboardData.getData('text/plain'), MOST))
            draft.check()
          }}
        >
          <EmptyState icon="table" title={t.empty} explanation={t.emptyWhy} action={firstActs} />
        </div>
      ) : (
        <PointTable
          ref={table}
          rows={rows}
          items={template.items}
          onChange={setRows}
          wrong={draft.wrong}
          selected={selected}
          onSelect={setSelected}
          onPasted={draft.check}
          atMost={MOST}
        />
      )}
      {template.differing_devices > 0 && (
        <p className="template-quiet">{t.differing({ count: template.differing_devices })}</p>
      )}
      <Problems problems={problems} onGo={({ row, column }) => table.current?.focus(row, column)} />
      {hasButtons && (
        <SaveBar labels={t} isPending={draft.isPending} onDiscard={draft.discard} onSave={() => void draft.save()}>
          {draft.formWrong ? <span className="template-wrong">{draft.formWrong}</span> : t.unsaved}
          {isShorter && <span className="template-quiet">{` ${t.keptHistory}`}</span>}
          {!draft.formWrong && lost > 0 && <span> {t.rulesLost({ count: lost })}</span>}
        </SaveBar>
      )}
      {taking.isOpen && (
        <FromDevice
          key={taking.round}
          isOpen
          keys={rows.map(({ key }) => key.trim())}
          room={MOST - rows.length}
          onClose={taking.close}
          onTake={(points) => {
            taking.close()
            setRows((before) => merged(before, points))
            draft.check()
          }}
        />
      )}
      <ImportPoints
        key={importing.round}
        template_id={template.template_id}
        isOpen={importing.isOpen}
        keys={rows.map(({ key }) => key.trim())}
        onClose={importing.close}
        onTake={(points, isReplacing) => {
          importing.close()
          setSelected(NONE)
          setRows((before) => (isReplacing ? replaced(before, points) : merged(before, points).slice(0, MOST)))
          draft.check()
        }}
      />
    </div>
  )
}

interface ChosenPointsProps {
  count: number
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** What can be done with the points that are selected. */
function ChosenPoints({ count, onMove, onRemove }: ChosenPointsProps) {
  const t = useText(text)
  return (
    <>
      <span>{t.chosen({ count })}</span>
      <IconButton icon="arrow-up" label={t.up} onPress={() => onMove(-1)} />
      <IconButton icon="arrow-down" label={t.down} onPress={() => onMove(1)} />
      <Button look="danger" icon="trash" onPress={onRemove}>
        {t.remove({ count })}
      </Button>
    </>
  )
}

/** The button that saved goes with what was unsaved: the keys go on from its place, not from the top of the page. */
function useFocusWithout(hasButtons: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const had = useRef(hasButtons)
  useEffect(() => {
    if (had.current && !hasButtons && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
    had.current = hasButtons
  }, [hasButtons])
  return place
}

/** The first of what is wrong, each leading to its cell. */
function Problems({ problems, onGo }: { problems: readonly Problem[]; onGo: (problem: Problem) => void }) {
  const t = useText(text)
  const columns = useText(tableText)
  if (problems.length === 0) return null
  return (
    <div className="template-problems" role="alert">
      <p>{t.problems({ count: new Set(problems.map(({ row }) => row)).size })}</p>
      <ul>
        {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
          <li key={`${problem.row} ${problem.column}`}>
            <button type="button" className="template-link" onClick={() => onGo(problem)}>
              {t.problem({ row: problem.row + 1, column: columns[problem.column], why: problem.why })}
            </button>
          </li>
        ))}
        {problems.length > SHOWN_PROBLEMS && <li>{t.more({ count: problems.length - SHOWN_PROBLEMS })}</li>}
      </ul>
    </div>
  )
}

/** The points as they are kept; without any, the sheet to fill in. */
function ExportPoints({ template: { template_id } }: Pick<PartProps, 'template'>) {
  const { api } = useConnection()
  return <ExportMenu save={(file) => api.template.exportPoints({ template_id, ...file })} />
}
