import { useState } from 'react'
import {
  type AlarmRuleSet,
  type KeptRule,
  MOST_RULES,
  type RuleOwner,
  type SentRule,
} from '../../../core/contract/alarm-rules.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Table } from '../../kit/table/Table.tsx'
import { useDialog } from '../form/use-dialog.ts'
import { ListPage } from '../ListPage.tsx'
import { SidePanel } from '../SidePanel.tsx'
import { saveFile } from '../save-file.ts'
import { DryRun } from './DryRun.tsx'
import { ImportRules } from './ImportRules.tsx'
import { text } from './text.ts'
import { type RuleActs, type RuleRow, useRuleColumns } from './use-rule-columns.tsx'

interface RuleListProps extends RuleActs {
  owner: RuleOwner
  set: AlarmRuleSet
  search: string
  onSearch: (search: string) => void
  /** A rule to be written: a new one, where it is null. */
  onOpen: (rule: KeptRule | null) => void
  onTemplate: ((template_id: number) => void) | undefined
  /** Whether the rules of a file were saved; a refusal has been shown. */
  onImport: (rules: readonly SentRule[], count: number) => Promise<boolean>
}

/** All rules of a template, or of a device with those of its template, and what can be done with all of them. */
export function RuleList({ owner, set, search, onSearch, onOpen, onTemplate, onImport, ...acts }: RuleListProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const [isTrying, setTrying] = useState(false)
  const importing = useDialog<null>()
  const { rules, points, template, may_edit } = set
  const ofTemplate = template?.rules ?? []
  const all: RuleRow[] = [
    ...rules.map((rule, place) => ({ ...rule, place })),
    ...ofTemplate.map((rule) => ({ ...rule, place: null })),
  ]
  const columns = useRuleColumns(points, acts, {
    mayEdit: may_edit,
    fences: set.fences,
    mayMove: search.trim() === '',
    last: rules.length - 1,
    template: ofTemplate.length > 0 ? (template?.module_name ?? null) : null,
  })
  const wanted = search.trim().toLowerCase()
  const rows = all.filter((rule) => {
    const point = points.find(({ key }) => key === rule.key)
    const said = [rule.alarm_name, rule.alarm_name_en, rule.key, point?.name, point?.name_en]
    return said.some((word) => word?.toLowerCase().includes(wanted))
  })
  const exportTo = async (format: 'xlsx' | 'csv') => {
    const file = await attempt(api.alarmRules.export({ ...owner, format, lang }, { raisesToast: true }))
    if (file) saveFile(file)
  }
  const isFull = rules.length >= MOST_RULES
  const mayAdd = may_edit && points.length > 0
  const create = mayAdd && (
    <Button look="primary" icon="plus" isDisabled={isFull} onPress={() => onOpen(null)}>
      {t.newRule}
    </Button>
  )
  const openImport = () => importing.open(null)
  const entries = [
    ...(mayAdd ? [{ id: 'import', label: t.import, icon: 'upload' as const, onAction: openImport }] : []),
    ...(['xlsx', 'csv'] as const).map((format) => ({
      id: format,
      label: format === 'xlsx' ? t.exportXlsx : t.exportCsv,
      icon: 'download' as const,
      isDisabled: rules.length === 0,
      onAction: () => void exportTo(format),
    })),
    ...(template && onTemplate
      ? [
          {
            id: 'template',
            label: t.toTemplate,
            icon: 'edit' as const,
            onAction: () => onTemplate(template.template_id),
          },
        ]
      : []),
  ]
  return (
    <>
      <ListPage
        filters={
          all.length > 0 && (
            <SearchField label={t.search} isLabelHidden value={search} onChange={onSearch} placeholder={t.search} />
          )
        }
        actions={
          all.length > 0 && (
            <>
              {isFull && <span className="rule-quiet">{t.full}</span>}
              {may_edit && (
                <Button icon="play" onPress={() => setTrying(true)}>
                  {t.testAll}
                </Button>
              )}
              {create}
              <MoreMenu label={t.more} entries={entries} />
            </>
          )
        }
        side={
          isTrying && (
            <SidePanel title={t.testAll} onClose={() => setTrying(false)}>
              <DryRun owner={owner} trials={[{ id: 'all', rules: [...rules, ...ofTemplate] }]} isAlone />
            </SidePanel>
          )
        }
      >
        {all.length === 0 ? (
          <EmptyState
            icon="bell"
            title={t.noRules}
            explanation={[
              owner.sn_code === undefined ? t.noRulesTemplate : t.noRulesDevice,
              ...(may_edit && points.length === 0 ? [t.noRulesPoints] : []),
            ].join(' ')}
            action={
              mayAdd && (
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
            onRowOpen={({ place: _, ...rule }) => onOpen(rule)}
            empty={
              <EmptyState
                icon="search"
                title={t.noMatch}
                explanation={t.noMatchWhy}
                action={<Button onPress={() => onSearch('')}>{t.clearSearch}</Button>}
              />
            }
          />
        )}
      </ListPage>
      <ImportRules
        key={importing.round}
        owner={owner}
        isOpen={importing.isOpen}
        rules={rules}
        points={points}
        fences={set.fences}
        onClose={importing.close}
        onTake={async (found, count) => {
          if (await onImport(found, count)) importing.close()
        }}
      />
    </>
  )
}
