import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({ unnamed: ['组态画面', 'Screen'] })
