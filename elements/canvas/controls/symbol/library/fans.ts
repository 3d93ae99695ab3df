export default import.meta.glob<string>('./fans/*.svg', { query: '?raw', eager: true, import: 'default' })
