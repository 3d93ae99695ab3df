export default import.meta.glob<string>('./motors/*.svg', { query: '?raw', eager: true, import: 'default' })
