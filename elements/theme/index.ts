export { themeSheets } from './sheet.ts'
export type { ThemeName } from './tokens.ts'
