import { useState } from 'react'
import { type AlarmRuleSet, MOST_RULES, type RuleOwner, type SentRule } from '../../../core/contract/alarm-rules.ts'
import type { Point } from '../../../core/contract/device.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { AlarmMark } from '../AlarmMark.tsx'
import { alarmName } from '../alarm-name.ts'
import { FileRows } from '../import-file/FileRows.tsx'
import { ImportFile } from '../import-file/ImportFile.tsx'
import { type Taken, takenIn } from './merge-rules.ts'
import { conditionText, fieldText } from './rule-words.ts'
import { text } from './text.ts'

interface ImportRulesProps {
  owner: RuleOwner
  isOpen: boolean
  rules: readonly SentRule[]
  points: readonly Point[]
  fences: AlarmRuleSet['fences']
  onClose: () => void
  /** Resolves when they are saved, or the refusal was shown. `count`: those that are new or changed. */
  onTake: (rules: readonly SentRule[], count: number) => Promise<unknown>
}

/** Rules of a file beside those that are there: which are new, and which change one, and in what. */
export function ImportRules({ owner, isOpen, rules, points, fences, onClose, onTake }: ImportRulesProps) {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const list = new Intl.ListFormat(lang, { style: 'narrow' })
  const { api } = useConnection()
  const [isPending, setPending] = useState(false)

  async function take(found: readonly SentRule[], count: number) {
    setPending(true)
    await onTake(found, count)
    setPending(false)
  }
  const counted = (found: readonly SentRule[]) => {
    const taken = takenIn(rules, found)
    const countOf = (is: (typeof taken)[number]['is']) => taken.filter((one) => one.is === is).length
    const [fresh, over, same] = [countOf('new'), countOf('changed'), countOf('same')]
    return { taken, fresh, over, same, total: rules.length + fresh }
  }
  return (
    <ImportFile<SentRule>
      title={t.importTitle}
      isOpen={isOpen}
      onClose={onClose}
      read={async (file) => {
        const { rules: found, wrong } = await api.alarmRules.read({ ...owner, file })
        return { found, wrong }
      }}
      says={t.understood}
      saysNone={t.nothing}
      summary={(found) => {
        const { fresh, over, same, total } = counted(found)
        return (
          <>
            <p className="rule-quiet">
              {[
                fresh > 0 && t.fresh({ count: fresh }),
                over > 0 && t.over({ count: over }),
                same > 0 && t.same({ count: same }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {total > MOST_RULES && <p className="rule-wrong">{t.tooMany({ count: total, most: MOST_RULES })}</p>}
          </>
        )
      }}
      list={(found) => {
        const news = counted(found).taken.filter(({ is }) => is !== 'same')
        const becomes = ({ is, fields }: Taken) =>
          is === 'new' ? t.b_new : t.b_changed({ fields: list.format(fields.map((field) => fieldText(field, t))) })
        return (
          news.length > 0 && (
            <FileRows
              label={t.rules}
              heads={[t.alarm_name, t.condition, t.becomes]}
              rows={news.map((one) => [
                <>
                  <AlarmMark alarm_level={one.rule.alarm_level} isWordHidden /> {alarmName(one.rule, lang)}
                </>,
                conditionText(one.rule, points, { t, lang, format, fences }),
                becomes(one),
              ])}
            />
          )
        )
      }}
      actions={(found) => {
        const { fresh, over, total } = counted(found)
        const count = fresh + over
        return (
          count > 0 && (
            <Button
              look="primary"
              isPending={isPending}
              isDisabled={total > MOST_RULES}
              onPress={() => void take(found, count)}
            >
              {t.takeIn({ count })}
            </Button>
          )
        )
      }}
    />
  )
}
