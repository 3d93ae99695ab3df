import { createApp } from 'vue'
import { loadElements } from '../stations.ts'
import App from './App.vue'

loadElements()
createApp(App).mount('#root')
