export default import.meta.glob<string>('./compressors/*.svg', { query: '?raw', eager: true, import: 'default' })
