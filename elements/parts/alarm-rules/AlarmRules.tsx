import { useCallback, useState } from 'react'
import { MOST_RULES, type RuleOwner, type SentRule } from '../../../core/contract/alarm-rules.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { lazyPart, useConnection, useElement, useSheet, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Table } from '../../kit/table/Table.tsx'
import { Failure } from '../Failure.tsx'
import { ListPage } from '../ListPage.tsx'
import { LoadingState } from '../LoadingState.tsx'
import { useUnsaved } from '../rights/use-unsaved.tsx'
import { SidePanel } from '../SidePanel.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { saveFile } from '../save-file.ts'
import { useFocusBack } from '../user-group-picker/use-focus-back.ts'
import sheet from './alarm-rules.css?sheet'
import { DryRun } from './DryRun.tsx'
import { ImportRules } from './ImportRules.tsx'
import { mergedRules, movedRule } from './merge-rules.ts'
import { copyOf, type Draft, draftOf } from './rule-draft.ts'
import { text } from './text.ts'
import { useRuleColumns } from './use-rule-columns.tsx'
import { type RuleTold, useRuleList } from './use-rule-list.ts'

const RuleEditor = lazyPart(() => import('./RuleEditor.tsx').then((chunk) => chunk.RuleEditor))

interface AlarmRulesProps {
  owner: RuleOwner
  told: RuleTold
  onUnsaved: (isUnsaved: boolean) => void
  /** The rules were changed. */
  onSaved: () => void
}

/** What is open: a rule by its place, or one that is to be added. */
type Open = { place: number; draft: Draft; isKept: boolean }

/** Rules of a template or of one device: the list, and one of them in its editor in place of it. */
export function AlarmRules({ owner, told, onUnsaved, onSaved }: AlarmRulesProps) {
  useSheet(sheet)
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const { called, set, save, quietly } = useRuleList(owner, told, onSaved)
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open | null>(null)
  const [isTrying, setTrying] = useState(false)
  const [importing, setImporting] = useState({ round: 0, isOpen: false })
  const { setUnsaved, leave, dialog } = useUnsaved()
  useFocusBack(open !== null, '.table')
  const tell = useCallback(
    (isUnsaved: boolean) => {
      setUnsaved(isUnsaved)
      onUnsaved(isUnsaved)
    },
    [setUnsaved, onUnsaved],
  )
  const close = () => {
    tell(false)
    setOpen(null)
  }
  const rules = set?.rules ?? []
  const points = set?.points ?? []
  const mayEdit = set?.may_edit ?? false
  const isFull = rules.length >= MOST_RULES

  async function remove(place: number) {
    const rule = rules[place]
    if (!rule || !(await quietly((before) => before.filter((_, at) => at !== place)))) return
    close()
    // Put back, it is a new rule: what it raised before was over when it was taken out.
    const { rule_id: _, ...again } = rule
    told.done(t.deleted({ name: rule.alarm_name }), () => void quietly((now) => now.toSpliced(place, 0, again)))
  }
  async function turn(place: number, is_enabled: boolean) {
    const name = rules[place]?.alarm_name ?? ''
    const isDone = await quietly((before) => before.map((one, at) => (at === place ? { ...one, is_enabled } : one)))
    if (isDone) told.done(is_enabled ? t.turnedOn({ name }) : t.turnedOff({ name }))
  }
  const add = (draft: Draft, place = rules.length) => setOpen({ place, draft, isKept: false })
  const columns = useRuleColumns(points, {
    mayEdit,
    mayMove: search.trim() === '',
    last: rules.length - 1,
    onTurn: (place, is) => void turn(place, is),
    onCopy: (place) => add(copyOf(draftOf(rules[place] ?? null), t), place + 1),
    onMove: (place, by) => void quietly((before) => movedRule(before, place, by)),
    onRemove: (place) => void remove(place),
  })

  if (!set)
    return called.failure ? (
      <Failure failure={called.failure} onRetry={called.reload} />
    ) : (
      <>
        <LoadingState />
        <Skeleton rows={6} />
      </>
    )

  if (open)
    return (
      <>
        <RuleEditor
          key={`${open.place} ${open.isKept}`}
          owner={owner}
          set={set}
          first={open.draft}
          place={open.place}
          isKept={open.isKept}
          onUnsaved={tell}
          onClose={() => leave(close)}
          onDelete={() => void remove(open.place)}
          onSend={(rule) => save((now) => now.toSpliced(open.place, open.isKept ? 1 : 0, rule))}
          onDone={(rule: SentRule) => {
            close()
            told.done(t.saved({ name: rule.alarm_name }))
          }}
        />
        {dialog}
      </>
    )

  const wanted = search.trim().toLowerCase()
  const rows = rules
    .map((rule, place) => ({ ...rule, place }))
    .filter((rule) => {
      const point = points.find(({ key }) => key === rule.key)
      const said = [rule.alarm_name, rule.alarm_name_en, rule.key, point?.name, point?.name_en]
      return said.some((word) => word?.toLowerCase().includes(wanted))
    })
  const exportTo = async (format: 'xlsx' | 'csv') => {
    const file = await attempt(api.alarmRules.export({ ...owner, format, lang }))
    if (file) saveFile(file)
  }
  const create = mayEdit && points.length > 0 && (
    <Button look="primary" icon="plus" isDisabled={isFull} onPress={() => add(draftOf(null))}>
      {t.newRule}
    </Button>
  )
  const openImport = () => setImporting(({ round }) => ({ round: round + 1, isOpen: true }))
  const menu = (
    <Menu
      label={t.more}
      entries={[
        ...(mayEdit && points.length > 0
          ? [{ id: 'import', label: t.import, icon: 'upload' as const, onAction: openImport }]
          : []),
        ...(['xlsx', 'csv'] as const).map((format) => ({
          id: format,
          label: format === 'xlsx' ? t.exportXlsx : t.exportCsv,
          icon: 'download' as const,
          isDisabled: rules.length === 0,
          onAction: () => void exportTo(format),
        })),
      ]}
    >
      <IconButton icon="more" label={t.more} />
    </Menu>
  )
  return (
    <>
      <StaleNote called={called} />
      <ListPage
        filters={
          rules.length > 0 && (
            <SearchField label={t.search} isLabelHidden value={search} onChange={setSearch} placeholder={t.search} />
          )
        }
        actions={
          rules.length > 0 && (
            <>
              {isFull && <span className="rule-quiet">{t.full}</span>}
              {mayEdit && (
                <Button icon="play" onPress={() => setTrying(true)}>
                  {t.testAll}
                </Button>
              )}
              {create}
              {menu}
            </>
          )
        }
        side={
          isTrying && (
            <SidePanel title={t.testAll} onClose={() => setTrying(false)}>
              <DryRun owner={owner} trials={[{ id: 'all', rules }]} isAlone />
            </SidePanel>
          )
        }
      >
        {rules.length === 0 ? (
          <EmptyState
            icon="bell"
            title={t.noRules}
            explanation={[
              owner.sn_code === undefined ? t.noRulesTemplate : t.noRulesDevice,
              ...(mayEdit && points.length === 0 ? [t.noRulesPoints] : []),
            ].join(' ')}
            action={
              mayEdit &&
              points.length > 0 && (
                <span className="rule-actions">
                  {create}
                  <Button icon="upload" onPress={openImport}>
                    {t.import}
                  </Button>
                </span>
              )
            }
          />
        ) : (
          <Table
            label={t.rules}
            columns={columns}
            rows={rows}
            rowId={({ rule_id }) => rule_id}
            onRowOpen={({ place, ...rule }) => setOpen({ place, draft: draftOf(rule), isKept: true })}
            empty={
              <EmptyState
                icon="search"
                title={t.noMatch}
                explanation={t.noMatchWhy}
                action={<Button onPress={() => setSearch('')}>{t.clearSearch}</Button>}
              />
            }
          />
        )}
        {set.template && set.template.rule_count > 0 && (
          <p className="rule-quiet">
            {t.fromTemplate({ name: set.template.module_name, count: set.template.rule_count })}
          </p>
        )}
      </ListPage>
      <ImportRules
        key={importing.round}
        owner={owner}
        isOpen={importing.isOpen}
        rules={rules}
        points={points}
        onClose={() => setImporting((before) => ({ ...before, isOpen: false }))}
        onTake={async (found) => {
          if (!(await quietly((now) => mergedRules(now, found)))) return
          setImporting((before) => ({ ...before, isOpen: false }))
          told.done(t.imported({ count: found.length }))
        }}
      />
      {dialog}
    </>
  )
}
