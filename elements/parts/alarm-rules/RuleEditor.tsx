import { useEffect, useMemo, useRef, useState } from 'react'
import { isFenceCondition } from '../../../core/catalogue/fence-conditions.ts'
import type { AlarmRuleSet, KeptRule, RuleOwner, SentRule } from '../../../core/contract/alarm-rules.ts'
import type { Lang } from '../../../core/text/define-text.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { SendForm } from '../form/SendForm.tsx'
import { useSending } from '../form/use-sending.ts'
import { DryRun, type Trial } from './DryRun.tsx'
import { withRule } from './merge-rules.ts'
import { RuleChart } from './RuleChart.tsx'
import { RuleForm } from './RuleForm.tsx'
import { RuleTexts } from './RuleTexts.tsx'
import { check, type Draft, FIELDS, type Field, ruleOf, type Wrong } from './rule-draft.ts'
import { fieldText, type RuleTexts as Texts } from './rule-words.ts'
import { text } from './text.ts'
import { useRuleDevices } from './use-rule-devices.ts'
import { type News, useRuleDraft } from './use-rule-draft.ts'

interface RuleEditorProps {
  owner: RuleOwner
  set: AlarmRuleSet
  first: Draft
  /** Where it is, or will be, in the list. */
  place: number
  /** Whose rule it is, where it is not the owner's: it is for reading here. */
  template: AlarmRuleSet['template']
  onTemplate: ((template_id: number) => void) | undefined
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  onDelete: (rule: KeptRule) => void
  onSend: (rule: SentRule) => Promise<unknown>
  onDone: (rule: SentRule) => void
}

/** Said at once, while it is written; what is only missing yet is said when it is sent. */
const AT_ONCE: readonly Field[] = ['threshold_high', 'dead_band', 'alarm_text', 'alarm_text_en', 'suppress_when']

/** One rule in its form, beside the point's history that it is tried on. What was typed stays when it is refused. */
export function RuleEditor(props: RuleEditorProps) {
  const { owner, set, first, place, template, onTemplate, onUnsaved, onClose, onDelete, onSend, onDone } = props
  const t = useText(text)
  const w = useText(words)
  const { lang } = useElement()
  const { points, rules, may_edit } = set
  const kept = rules.find(({ rule_id }) => rule_id === first.rule_id) ?? null
  const { draft, setDraft, news, isUnsaved } = useRuleDraft(first, kept)
  const [isChecked, setChecked] = useState(false)
  const [device, setDevice] = useState<string | null>(null)
  const ofDevice = useRuleDevices(owner, device)
  const paths = FIELDS.map((field) => `rules.${place}.${field}`)
  const point = points.find(({ key }) => key === draft.key)
  const rule = useMemo(() => ruleOf(draft, points), [draft, points])
  const offered = useMemo(
    () => points.filter(({ key, is_hidden }) => !is_hidden || key === first.key),
    [points, first.key],
  )
  const found = check(draft, points, t, lang)
  const values = {
    ...Object.fromEntries(FIELDS.map((field) => [`rules.${place}.${field}`, draft[field]])),
    revision: set.revision,
  }
  const sending = useSending<string>([...paths, 'revision'], undefined, { values, validate: () => found })
  const isBroken = Object.keys(found).length > 0
  const wrong: Wrong = {}
  for (const field of FIELDS) {
    const isMissing = field === 'threshold_high' && draft.threshold_high === null
    const own = isChecked || (AT_ONCE.includes(field) && !isMissing) ? found[field] : undefined
    const said = own ?? sending.wrong[`rules.${place}.${field}`]
    if (said) wrong[field] = said
  }

  const editor = useRef<HTMLElement>(null)
  // It stands in the place of the list, whose button had the focus.
  useEffect(() => editor.current?.focus(), [])
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [onUnsaved, isUnsaved])

  const showBroken = () => {
    setChecked(true)
    sending.check(found)
  }
  async function submit() {
    if (isBroken) return showBroken()
    sending.check({})
    if (await sending.send(() => onSend(rule))) onDone(rule)
  }

  const all = withRule(rules, rule, place)
  const trials: Trial[] = [
    { id: 'one', rules: [rule], against: rule.rule_id === undefined ? [] : [rule.rule_id] },
    ...(all.length > 1 ? [{ id: 'all' as const, rules: all }] : []),
  ]
  const isNew = first.rule_id === undefined
  const title = isNew ? t.newRule : nameIn(lang, first.alarm_name, first.alarm_name_en || null)
  const changed = newsText(news, t, lang) || sending.wrong.revision
  const form = [sending.wrong.form, changed].filter(Boolean).join(' ')
  return (
    <section ref={editor} tabIndex={-1} className="rule-editor" aria-label={title}>
      <header className="rule-editor-head">
        <IconButton icon="chevron-left" label={t.back} onPress={onClose} />
        <h2 className="rule-editor-title">{title}</h2>
        {kept && may_edit && (
          <Button icon="trash" onPress={() => onDelete(kept)}>
            {t.remove}
          </Button>
        )}
        {template && onTemplate && (
          <Button icon="edit" onPress={() => onTemplate(template.template_id)}>
            {t.toTemplate}
          </Button>
        )}
      </header>
      {template && <p className="rule-quiet">{t.ofTemplate({ name: template.module_name })}</p>}
      {may_edit && kept && kept.open_alarms > 0 && (
        <p className="rule-standing">{t.standing({ count: kept.open_alarms })}</p>
      )}
      <div className="rule-editor-body" data-is-new={isNew || undefined}>
        <div className="rule-editor-form">
          <SendForm
            label={title}
            sending={{ ...sending, wrong: form ? { ...sending.wrong, form } : sending.wrong }}
            onSubmit={() => void submit()}
            actions={
              may_edit && (
                <>
                  <Button onPress={onClose}>{w.cancel}</Button>
                  <Button look="primary" type="submit" isPending={sending.isPending}>
                    {kept ? w.save : t.makeRule}
                  </Button>
                </>
              )
            }
          >
            <fieldset className="rule-fields" disabled={!may_edit}>
              <RuleForm
                draft={draft}
                points={points}
                offered={offered}
                fences={set.fences}
                wrong={wrong}
                onChange={setDraft}
                texts={
                  <RuleTexts
                    draft={draft}
                    points={points}
                    offered={offered}
                    fences={set.fences}
                    wrong={wrong}
                    onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
                    values={ofDevice.values}
                    device={ofDevice.devices.find(({ sn_code }) => sn_code === ofDevice.sn_code)?.dev_alias ?? ''}
                  />
                }
              />
            </fieldset>
          </SendForm>
        </div>
        <div className="rule-editor-side">
          {!isFenceCondition(rule.condition) && (
            <RuleChart
              owner={owner}
              rule={rule}
              point={point}
              devices={ofDevice.devices}
              sn_code={ofDevice.sn_code}
              onDevice={setDevice}
              isReadOnly={!may_edit}
              onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
            />
          )}
          {may_edit && <DryRun owner={owner} trials={trials} isBroken={isBroken} onBroken={showBroken} />}
        </div>
      </div>
    </section>
  )
}

/** What somebody else has done to the rule meanwhile; empty where nobody has. */
function newsText(news: News, t: Texts, lang: Lang): string {
  if (news.is === 'none') return ''
  if (news.is === 'gone') return t.theirsGone
  const fields = new Intl.ListFormat(lang).format(news.both.map((field) => fieldText(field, t)))
  return [t.theirsTaken, ...(news.both.length > 0 ? [t.theirsBoth({ fields })] : [])].join(' ')
}
