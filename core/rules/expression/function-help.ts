import { functionWords } from './function-words.ts'

export type FunctionGroup = 'numbers' | 'points' | 'texts' | 'times' | 'choices'

export interface FunctionHelp {
  readonly name: string
  /** `round(value, decimals)`. */
  readonly signature: string
  readonly group: FunctionGroup
  readonly zh: string
  readonly en: string
  readonly example: string
}

type Words = keyof typeof functionWords.rows
const help = (group: FunctionGroup, signature: string, example: string, words?: Words): FunctionHelp => {
  const name = signature.slice(0, signature.indexOf('('))
  const [zh, en] = functionWords.rows[words ?? (name as Words)]
  return { name, signature, group, zh, en, example }
}

/** All functions, as an editor's help lists them. */
export const FUNCTIONS: readonly FunctionHelp[] = [
  help('choices', 'if(condition, then, otherwise)', 'if(level > 80, "high", "ok")'),
  help('numbers', 'round(value, decimals)', 'round(flow, 1)'),
  help('numbers', 'floor(value)', 'floor(flow)'),
  help('numbers', 'ceil(value)', 'ceil(flow)'),
  help('numbers', 'abs(value)', 'abs(flow_in - flow_out)'),
  help('numbers', 'min(a, b, …)', 'min(flow_1, flow_2)'),
  help('numbers', 'max(a, b, …)', 'max(0, flow)'),
  help('numbers', 'sum(a, b, …)', 'sum(flow_1, flow_2)'),
  help('numbers', 'avg(a, b, …)', 'avg(level_1, level_2)'),
  help('numbers', 'sqrt(value)', 'sqrt(pressure)'),
  help('numbers', 'pow(value, exponent)', 'pow(level, 2)'),
  help('numbers', 'log(value, base)', 'log(flow, 10)'),
  help('numbers', 'exp(value)', 'exp(1)'),
  help('numbers', 'sin(value)', 'sin(3.1416 * angle / 180)'),
  help('numbers', 'cos(value)', 'cos(3.1416 * angle / 180)'),
  help('numbers', 'tan(value)', 'tan(3.1416 * angle / 180)'),
  help('numbers', 'clamp(value, lower, upper)', 'clamp(level, 0, 100)'),
  help('numbers', 'map(value, from, to, from2, to2)', 'map(signal, 4, 20, 0, 100)'),
  help('points', 'point(sn, key)', 'point("WW0001", "pump1.flow")'),
  help('points', 'avg(point, seconds)', 'avg(flow, 60)', 'avg_window'),
  help('points', 'min(point, seconds)', 'min(flow, 3600)', 'min_window'),
  help('points', 'max(point, seconds)', 'max(flow, 3600)', 'max_window'),
  help('points', 'delta(point, seconds)', 'delta(total, 3600)'),
  help('points', 'rate(point, seconds)', 'rate(level, 60)'),
  help('points', 'quality(point)', 'quality(flow) != "good"'),
  help('points', 'age(point)', 'age(flow) > 120'),
  help('points', 'alarm(point)', 'alarm(pressure) >= 4'),
  help('texts', 'format(value, decimals)', 'format(flow, 2)'),
  help('texts', 'concat(a, b, …)', 'concat(format(flow, 1), " m³/h")'),
  help('texts', 'upper(text)', 'upper(mode)'),
  help('texts', 'lower(text)', 'lower(mode)'),
  help('texts', 'length(text)', 'length(batch)'),
  help('texts', 'left(text, count)', 'left(batch, 4)'),
  help('texts', 'right(text, count)', 'right(batch, 2)'),
  help('texts', 'contains(text, part)', 'contains(mode, "auto")'),
  help('times', 'now()', 'now()'),
  help('times', 'year(time)', 'year()'),
  help('times', 'month(time)', 'month()'),
  help('times', 'day(time)', 'day()'),
  help('times', 'weekday(time)', 'weekday() <= 5'),
  help('times', 'hour(time)', 'hour() >= 8 and hour() < 20'),
  help('times', 'minute(time)', 'minute()'),
  help('times', 'second(time)', 'second() % 2 == 0'),
]
