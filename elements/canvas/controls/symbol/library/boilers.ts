export default import.meta.glob<string>('./boilers/*.svg', { query: '?raw', eager: true, import: 'default' })
