export default import.meta.glob<string>('./exchangers/*.svg', { query: '?raw', eager: true, import: 'default' })
