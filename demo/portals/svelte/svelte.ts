import { mount } from 'svelte'
import { loadElements } from '../stations.ts'
import App from './App.svelte'

loadElements()
mount(App, { target: document.querySelector('#root') as Element })
