import { createApp } from 'vue'
import App from './App.vue'

/** Mounts the page. */
export const mount = (root: Element): void => void createApp(App).mount(root)
