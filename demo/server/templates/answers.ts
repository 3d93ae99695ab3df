import type { ServerAnswers } from '../http/http.ts'
import { pointsFileAnswers } from './points-file.ts'
import { templateAnswers } from './template.ts'

type Parts = Parameters<typeof templateAnswers>[0] & Parameters<typeof pointsFileAnswers>[0]

export const templatesAnswers = (parts: Parts): Pick<ServerAnswers, 'template'> => ({
  template: { ...templateAnswers(parts), ...pointsFileAnswers(parts) },
})
