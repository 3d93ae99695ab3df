export default import.meta.glob<string>('./instruments/*.svg', { query: '?raw', eager: true, import: 'default' })
