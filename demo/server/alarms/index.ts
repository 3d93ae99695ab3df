export { type Alarms, openAlarms } from './alarms.ts'
export { noteOf, noteWords } from './notes.ts'
