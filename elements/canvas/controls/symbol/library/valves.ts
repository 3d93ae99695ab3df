export default import.meta.glob<string>('./valves/*.svg', { query: '?raw', eager: true, import: 'default' })
