export default import.meta.glob<string>('./buildings/*.svg', { query: '?raw', eager: true, import: 'default' })
