export { wallClock } from '../../../core/text/wall-clock.ts'
