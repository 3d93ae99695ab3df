export { type Commands, openCommands } from './commands.ts'
