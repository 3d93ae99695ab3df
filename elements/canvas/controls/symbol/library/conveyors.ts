export default import.meta.glob<string>('./conveyors/*.svg', { query: '?raw', eager: true, import: 'default' })
