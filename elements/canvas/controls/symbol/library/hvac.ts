export default import.meta.glob<string>('./hvac/*.svg', { query: '?raw', eager: true, import: 'default' })
