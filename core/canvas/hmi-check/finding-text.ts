import { defineText, type Lang, translate } from '../../text/define-text.ts'
import type { Finding } from './finding.ts'

const text = defineText({
  contrast: ['文字与背景的对比度为 {{ratio}}:1，看不清', 'Text and background contrast only {{ratio}}:1'],
  contrastDo: [
    '加深或调亮文字颜色，使对比度达到 {{needed}}:1',
    'Choose a darker or lighter text colour: {{needed}}:1 is needed',
  ],
  small_text: ['文字只有 {{size}} px，小于 {{least}} px', 'Text of {{size}} px is smaller than {{least}} px'],
  small_textDo: ['把字号调到 {{least}} px 以上', 'Make it {{least}} px or larger'],
  many_colours: [
    '画面用了 {{count}} 种颜色，超过 {{most}} 种，异常不再醒目',
    '{{count}} colours are used: with more than {{most}} nothing abnormal stands out',
  ],
  many_coloursDo: ['正常状态用灰色，彩色只留给异常', 'Draw what is normal in grey and keep colour for what is not'],
  alarm_colour: ['报警颜色用作装饰', "An alarm's colour is used for decoration"],
  alarm_colourDo: [
    '改用其他颜色，或绑定变量，只在报警时显示',
    'Use another colour, or bind it so that it shows in an alarm only',
  ],
  fast_flicker: [
    '每秒闪烁 {{times}} 次，超过 {{most}} 次会被降速显示',
    'It flashes {{times}} times a second; more than {{most}} are drawn slower',
  ],
  fast_flickerDo: ['闪烁周期设为 0.34 秒以上', 'Set 0.34 s or more'],
  many_flickers: ['{{count}} 个控件会闪烁，分不清先看哪个', '{{count}} controls flash: none of them leads the eye'],
  many_flickersDo: [
    '只让最重要的一个闪烁，其余用颜色和形状',
    'Let the most important one flash; use colour and shape for the others',
  ],
  no_label: ['数值没有标签，看不出是什么', 'A value without a label: nothing says what it is'],
  no_labelDo: ['填写标签，或在旁边放置文字', 'Give it a label, or put a text beside it'],
  no_unit: ['数值没有单位', 'A value without a unit'],
  no_unitDo: ['填写单位；无量纲的可忽略', 'Give its unit; leave it where there is none'],
  unbound: ['没有绑定变量，不会显示数据', 'Nothing is bound: it shows no value'],
  unboundDo: ['绑定变量或表达式，或删除该控件', 'Bind a point or an expression, or delete it'],
  no_points: ['没有要显示的变量，不会显示数据', 'It lists no points: it shows no values'],
  no_pointsDo: ['把变量拖到控件上，或在“属性”中添加', 'Drag points onto it, or add them under Properties'],
  off_page: ['控件在页面之外，看不到', 'It is outside of the page, where nobody sees it'],
  off_pageDo: ['移回页面，或删除', 'Move it onto the page, or delete it'],
  over_edge: ['控件超出页面边缘，会被截断', "It reaches over the page's edge and is cut off"],
  over_edgeDo: ['移入页面或缩小', 'Move it in, or make it smaller'],
  overlap: ['两处文字重叠', 'Two texts overlap'],
  overlapDo: ['移开其中一个', 'Move one of them'],
  small_target: ['可点击区域只有 {{size}} px，手指难以点中', 'Only {{size}} px to touch: fingers miss it'],
  small_targetDo: ['宽和高都调到 {{least}} px 以上', 'Make it at least {{least}} px wide and high'],
  needs_press: [
    '数值变化时写入变量或确认报警，画面不会执行，也不能发布',
    'Its change of value writes a point or confirms alarms: no screen does that, and it cannot be published',
  ],
  needs_pressDo: [
    '改用单击、双击、按下或松开触发；自动控制应由控制器完成',
    'Use a click, double click, press or release; what nobody presses belongs in the controller',
  ],
})

/** What is wrong, and what to do about it. */
export function findingText({ rule, values }: Finding, lang: Lang): { readonly says: string; readonly advice: string } {
  const t = translate(text, lang)
  const filled = (said: unknown): string =>
    typeof said === 'function' ? (said as (values: Finding['values']) => string)(values) : String(said)
  return { says: filled(t[rule]), advice: filled(t[`${rule}Do`]) }
}
