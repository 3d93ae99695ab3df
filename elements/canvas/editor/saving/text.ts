import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  saved: ['已保存', 'Saved'],
  savedAgo: ['{{ago}}已保存', 'Saved {{ago}}'],
  draftSaved: ['草稿已保存', 'Draft saved'],
  draftSavedAgo: ['草稿{{ago}}已保存', 'Draft saved {{ago}}'],
  draftOnly: ['草稿 · 其他人尚不可见', 'Draft · nobody else sees it yet'],
  draft: ['草稿 · 其他人看到的是 {{time}} 的版本', 'Draft · others see the version of {{time}}'],
  draftNow: ['草稿 · 其他人看到的是上次保存的版本', 'Draft · others see what was saved last'],
  shown: ['其他人看到的是此版本', 'Others see this version'],
  changed: ['有改动', 'Changed'],
  saving: ['正在保存', 'Saving'],
  waiting: [
    '未保存：无法连接服务器，改动已暂存，自动重试',
    'Not saved: the server cannot be reached. Changes are kept here and tried again',
  ],
  waitingShort: ['未保存，自动重试', 'Not saved, trying again'],
  refused: ['未保存：{{why}}', 'Not saved: {{why}}'],
  conflict: ['未保存：有冲突', 'Not saved: conflict'],
  retry: ['立即重试', 'Try now'],
  save: ['保存', 'Save'],
  readOnly: ['只读', 'Read-only'],
})
