export default import.meta.glob<string>('./tanks/*.svg', { query: '?raw', eager: true, import: 'default' })
