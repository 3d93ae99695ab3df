export { deviceEndAnswers } from './device-end.ts'
