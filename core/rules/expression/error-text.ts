import { defineText, type Lang, translate } from '../../text/define-text.ts'
import type { EvaluationProblem } from './compile.ts'
import type { Expected, ExpressionError } from './syntax.ts'

const text = defineText({
  too_long: ['表达式超过 4096 个字符，请缩短', 'Longer than 4,096 characters: shorten it'],
  too_deep: ['括号、函数或条件嵌套超过 64 层', 'Brackets, functions or choices are nested more than 64 deep'],
  too_many: ['表达式的运算超过 2000 个', 'More than 2,000 values and operations'],
  unexpected: ['此处需要{{expected}}，而不是 {{found}}', 'Expected {{expected}} here, found {{found}}'],
  unfinished: ['表达式未写完：末尾需要{{expected}}', 'Not finished: expected {{expected}} at the end'],
  not_closed: ['{{found}} 没有结束，缺少 {{expected}}', '{{found}} is not closed: expected {{expected}}'],
  bad_character: ['表达式中不能使用 {{found}}', '{{found}} means nothing in an expression'],
  bad_number: ['{{found}} 不是有效的数字', '{{found}} is no number'],
  bad_key: [
    '{{found}} 不是变量标识：只能使用字母、数字和 _ . : / -',
    '{{found}} is no key of a point: expected letters, digits and _ . : / -',
  ],
  bad_device: [
    '{{found}} 不是设备 SN：应为不超过 19 位的字母或数字；含点号的变量标识应写在方括号中',
    '{{found}} is no SN: expected up to 19 letters or digits; a key with a dot stands in square brackets',
  ],
  digit_name: [
    '{{found}} 以数字开头：这样的变量标识应写在方括号中，如 [{{found}}]',
    '{{found}} begins with a digit: such a key stands in square brackets, [{{found}}]',
  ],
  dotted_key: [
    '{{found}} 之后不能再有点号：含点号的变量标识应写在方括号中，如 [a.b] 或 SN.[a.b]',
    'Nothing with a dot can follow {{found}}: a key with dots stands in square brackets, [a.b] or SN.[a.b]',
  ],
  chained: [
    '{{found}} 不能连续比较：应写成 a < x and x < b',
    'Comparisons do not chain at {{found}}: write a < x and x < b',
  ],
  unknown_function: ['没有名为 {{found}} 的函数', 'There is no function {{found}}'],
  arguments_exact: ['{{found}} 需要 {{least}} 个参数', '{{found}} takes {{least}} arguments'],
  arguments_range: ['{{found}} 需要 {{least}} 至 {{most}} 个参数', '{{found}} takes {{least}} to {{most}} arguments'],
  window: ['时长 {{found}} 超出 1 至 86400 秒', '{{found}} is not 1 to 86,400 seconds'],
  value: ['数值、变量或函数', 'a value, a point or a function'],
  operator: ['运算符', 'an operator'],
  point: ['变量', 'a point'],
  seconds: ['秒数', 'a number of seconds'],
  quoted: ['带引号的文本', 'a text in quotes'],
  key: ['变量标识', 'the key of a point'],
  end: ['结尾', 'the end'],
  not_number: [
    '{{part}} 是{{found}}，无法参与运算：需要数字',
    '{{part}} is {{found}}: a number is needed to calculate',
  ],
  not_text: ['{{part}} 是{{found}}：需要文本', '{{part}} is {{found}}: a text is needed'],
  not_comparable: [
    '{{part}} 是{{found}}：文本只能与文本比较大小',
    '{{part}} is {{found}}: a text compares with a text only',
  ],
  not_logical: ['{{part}} 是{{found}}：需要真或假', '{{part}} is {{found}}: true or false is needed'],
  aText: ['文本', 'a text'],
  aNumber: ['数字', 'a number'],
  aBoolean: ['布尔值', 'true or false'],
})

const SHOWN = 24
const shorten = (found: string) => (found.length > SHOWN ? `${found.slice(0, SHOWN)}…` : found)

function expectedText(expected: Expected | null, lang: Lang): string {
  const t = translate(text, lang)
  switch (expected) {
    case 'value':
    case 'operator':
    case 'point':
    case 'seconds':
    case 'key':
      return t[expected]
    case 'text':
      return t.quoted
    case null:
      return t.value
    default:
      return lang === 'zh' ? ` ${expected} ` : expected
  }
}

/** What is wrong with a source and what was expected in its place. */
export function errorText(error: ExpressionError, lang: Lang): string {
  const t = translate(text, lang)
  const expected = expectedText(error.expected, lang)
  const found = error.found === '' ? t.end : shorten(error.found)
  switch (error.fault) {
    case 'too_long':
    case 'too_deep':
    case 'too_many':
      return t[error.fault]
    case 'unexpected':
    case 'not_closed':
      return t[error.fault]({ expected, found }).replaceAll('  ', ' ').trim()
    case 'unfinished':
      return t.unfinished({ expected }).replaceAll('  ', ' ').trim()
    case 'argument_count': {
      const { least = 0, most = 0 } = error
      const name = shorten(error.found.split('(')[0] ?? '')
      return least === most
        ? t.arguments_exact({ found: name, least })
        : t.arguments_range({ found: name, least, most })
    }
    default:
      return t[error.fault]({ found })
  }
}

/** Why an expression has no value; `source` is the expression's. */
export function evaluationText({ fault, found, index, length }: EvaluationProblem, source: string, lang: Lang): string {
  const t = translate(text, lang)
  const kind = { text: t.aText, number: t.aNumber, boolean: t.aBoolean }[found]
  return t[fault]({ part: shorten(source.slice(index, index + length)), found: kind })
}
