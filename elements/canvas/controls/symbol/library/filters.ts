export default import.meta.glob<string>('./filters/*.svg', { query: '?raw', eager: true, import: 'default' })
