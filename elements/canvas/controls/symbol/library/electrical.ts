export default import.meta.glob<string>('./electrical/*.svg', { query: '?raw', eager: true, import: 'default' })
