import { useMemo } from 'react'
import type { AlarmRule } from '../../../core/contract/alarm.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { Table } from '../../kit/table/Table.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { pointName, valueWithUnit } from '../../parts/point-text.ts'
import { text } from './page-text.ts'
import { RuleForm } from './RuleForm.tsx'
import { MOST_RULES, mayHaveRules, plainRule } from './rule-form.ts'
import type { PartProps } from './TemplatePage.tsx'
import { useTemplates } from './templates-context.ts'
import { useListChanges } from './use-list-changes.ts'

const SIGN = { above: '>', below: '<', equals: '=' } as const
type Row = AlarmRule & { at: number }

export function RulesTab(props: PartProps) {
  const { template, mayEdit } = props
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { api } = useConnection()
  const { done } = useTemplates()
  const { template_id, points, alarm_rules } = template
  const changes = useListChanges<AlarmRule>(props, {
    rows: alarm_rules,
    write: (rules) => api.template.edit({ template_id, alarm_rules: rules.map(plainRule) }, { isQuiet: true }),
  })
  const { open, show } = changes
  const rows = useMemo((): Row[] => alarm_rules.map((rule, at) => ({ ...rule, at })), [alarm_rules])

  const columns = useMemo((): Column<Row>[] => {
    const when = ({ key, condition, threshold }: Row) => {
      const point = points.find((one) => one.key === key)
      const name = point ? pointName(point, lang) : t.pointGone({ key })
      return `${name} ${SIGN[condition]} ${valueWithUnit(threshold, point, format)}`
    }
    return [
      {
        id: 'alarm_name',
        title: t.alarm_name,
        value: (row) => alarmName(row, lang),
        cell: (row) => <strong>{alarmName(row, lang)}</strong>,
        width: 150,
        isFixed: true,
        narrow: { width: 120 },
      },
      {
        id: 'alarm_level',
        title: t.level,
        value: ({ alarm_level }) => alarm_level,
        cell: ({ alarm_level }) => <AlarmMark alarm_level={alarm_level} />,
        width: 100,
        grow: 0,
        narrow: { cell: ({ alarm_level }) => <AlarmMark alarm_level={alarm_level} isWordHidden />, width: 52 },
      },
      { id: 'condition', title: t.condition, value: when, width: 200, grow: 2, narrow: { width: 140 } },
      {
        id: 'dead_band',
        title: t.dead_band,
        value: ({ dead_band }) => dead_band,
        cell: ({ dead_band }) => format.number(dead_band),
        isNumeric: true,
        width: 96,
        grow: 0,
        narrow: null,
      },
    ]
  }, [t, lang, format, points])

  const mayAdd = points.some(mayHaveRules)
  const create = mayEdit && mayAdd && (
    <Button
      look={rows.length === 0 ? 'primary' : 'secondary'}
      icon="plus"
      isDisabled={rows.length >= MOST_RULES}
      onPress={() => show('new')}
    >
      {t.newRule}
    </Button>
  )
  const editing = typeof open === 'number' ? (alarm_rules[open] ?? null) : null
  return (
    <>
      <ListPage
        actions={
          rows.length > 0 &&
          mayEdit && (
            <>
              {rows.length >= MOST_RULES && <span className="template-quiet">{t.ruleFull}</span>}
              {create}
            </>
          )
        }
        side={
          (open === 'new' || editing) && (
            <RuleForm
              key={open}
              points={points}
              editing={editing}
              index={typeof open === 'number' ? open : alarm_rules.length}
              onUnsaved={changes.onUnsaved}
              onClose={() => show(null)}
              onDelete={
                typeof open === 'number' && editing
                  ? () => void changes.remove(open, t.ruleDeleted({ name: editing.alarm_name }))
                  : undefined
              }
              onSend={changes.put}
              onDone={(rule) => {
                changes.close()
                done(t.ruleSaved({ name: rule.alarm_name }))
              }}
            />
          )
        }
      >
        {rows.length === 0 ? (
          <div className="template-empty">
            <EmptyState
              icon="bell"
              title={t.noRules}
              explanation={mayEdit && !mayAdd ? `${t.noRulesWhy} ${t.noRulesPoints}` : t.noRulesWhy}
              action={create}
            />
          </div>
        ) : (
          <Table
            label={t.rules}
            columns={columns}
            rows={rows}
            rowId={({ at }) => String(at)}
            {...(mayEdit && {
              onRowOpen: ({ at }: Row) => show(at),
              openId: typeof open === 'number' ? String(open) : null,
            })}
          />
        )}
        <p className="template-quiet template-hint">{t.ruleGrows}</p>
      </ListPage>
      {changes.dialog}
    </>
  )
}
