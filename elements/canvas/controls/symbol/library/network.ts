export default import.meta.glob<string>('./network/*.svg', { query: '?raw', eager: true, import: 'default' })
