export { type Alarms, openAlarms } from './alarms.ts'
export { dropAlarmsOf } from './drop.ts'
export { findAlarms } from './find.ts'
export { noteOf, noteWords } from './notes.ts'
