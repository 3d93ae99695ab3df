import type { AlarmRuleSet } from '../../../core/contract/alarm-rules.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { filledText, TEXT_WORDS } from '../../../core/rules/rule-text.ts'
import { type Lang, translate } from '../../../core/text/define-text.ts'
import { formatFor } from '../../../core/text/format.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { pointName, valueWithUnit } from '../point-text.ts'
import type { Draft, Wrong } from './rule-draft.ts'
import { conditionText, limitText } from './rule-words.ts'
import { text } from './text.ts'

interface RuleTextsProps {
  draft: Draft
  points: readonly Point[]
  fences: AlarmRuleSet['fences']
  /** Those that can be chosen. */
  offered: readonly Point[]
  wrong: Wrong
  onChange: (part: Partial<Draft>) => void
  /** The newest values of a device that has the rule, by key; null where there is none. */
  values: readonly { key: string; value: Value }[] | null
  device: string
}

type TextName = 'alarm_text' | 'alarm_text_en'
const FIELDS = [
  ['alarm_text', 'zh'],
  ['alarm_text_en', 'en'],
] as const satisfies readonly (readonly [TextName, Lang])[]

/** What operators read, in both languages, each with a line of how it would read now. */
export function RuleTexts(props: RuleTextsProps) {
  const { draft, offered: choices, wrong, onChange } = props
  const t = useText(text)
  const { lang } = useElement()
  const offered = [
    ...TEXT_WORDS.filter((word) => word !== 'threshold_high' || draft.threshold_high !== null).map((word) => ({
      id: word as string,
      label: t[`p_${word}`],
      note: `{{${word}}}`,
    })),
    ...choices
      .filter(({ key }) => key !== draft.key)
      .map((point) => ({
        id: point.key,
        label: pointName(point, lang),
        note: `{{${point.key}}}`,
      })),
  ]
  const help = t.textHelp({ open: '{{', close: '}}' })
  return FIELDS.map(([field, language]) => (
    <div key={field} className="rule-text">
      <TextField
        label={t[field]}
        name={field}
        value={draft[field]}
        onChange={(value) => onChange({ [field]: value })}
        lines={2}
        error={wrong[field]}
        {...(field === 'alarm_text' && { help })}
      />
      <p className="rule-sample" lang={language === 'zh' ? 'zh-CN' : 'en'}>
        {t.sample({ text: sampleOf(props, field, language) })}
      </p>
      <span>
        <Menu
          label={`${t.insert} ${t[field]}`}
          placement="bottom start"
          entries={offered.map(({ id, label, note }) => ({
            id,
            label,
            note,
            onAction: () => onChange({ [field]: `${draft[field]}{{${id}}}` }),
          }))}
        >
          <Button look="plain" icon="plus">
            {t.insert}
          </Button>
        </Menu>
      </span>
    </div>
  ))
}

/** How it would read with the newest values; a point without one stands by its name. */
function sampleOf({ draft, points, fences, values, device }: RuleTextsProps, field: TextName, lang: Lang): string {
  const format = formatFor(lang, 'UTC')
  const point = points.find(({ key }) => key === draft.key)
  const newest = (key: string) => {
    const known = points.find((one) => one.key === key)
    if (!known) return null
    const value = values?.find((one) => one.key === key)?.value
    return value === undefined || value === null ? `‹${pointName(known, lang)}›` : valueWithUnit(value, known, format)
  }
  const written = draft[field].trim() || (field === 'alarm_text_en' ? draft.alarm_text.trim() : '')
  const rule = { ...draft, key: draft.key ?? '' }
  if (written === '') {
    if (draft.key === null) return '–'
    const words = { t: translate(text, lang), lang, format, fences }
    return conditionText(rule, points, words, newest(draft.key) ?? undefined)
  }
  return filledText(written, (place) => {
    if (place === 'value') return newest(draft.key ?? '') ?? '–'
    if (place === 'threshold' || place === 'threshold_high') return limitText(draft[place], point, format)
    if (place === 'device') return device || '–'
    return place === 'point' ? (point ? pointName(point, lang) : '–') : newest(place)
  })
}
