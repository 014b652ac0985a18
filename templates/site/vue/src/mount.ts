import { createApp } from 'vue'
import App from './App.vue'

/** Draws the page. */
export const mount = (root: Element): void => void createApp(App).mount(root)
