import { defineText } from '../../../../core/text/define-text.ts'

/** The name of the kind, and what its properties and choices are called. */
export const text = defineText({
  name: ['管道', 'Pipe'],
  flow: ['流动', 'Flow'],
  isReversed: ['反向流动', 'Reverse flow'],
  isAnimated: ['流动动画', 'Moves while flowing'],
  thickness: ['管径', 'Thickness'],
  wall: ['管壁样式', 'Wall'],
  auto: ['随画面风格', 'As the screen'],
  grey: ['灰色', 'Grey'],
  coloured: ['彩色', 'Coloured'],
  color: ['管道颜色', 'Pipe colour'],
  flowColor: ['流动颜色', 'Flow colour'],
  radius: ['弯头半径', 'Bend radius'],
  open: ['开口', 'Open'],
  flange: ['法兰', 'Flange'],
  cap: ['封头', 'Cap'],
})
