export default import.meta.glob<string>('./pumps/*.svg', { query: '?raw', eager: true, import: 'default' })
